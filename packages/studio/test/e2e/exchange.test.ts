// Every format goes in, and what was exported comes back with its labels.
import { readFileSync } from "node:fs";
import { bundledSets, readCsv } from "@xpal/data";
import { zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

interface Preview {
  readonly rows: number;
  readonly label: string | null;
  readonly classes: string[];
  readonly labelled: number;
  readonly duplicates: number;
  readonly columns: { readonly name: string; readonly role: string; readonly samples: (string | null)[] }[];
}

async function previewOf(name: string, body: BodyInit): Promise<Preview & { id: string }> {
  const response = await studio.upload(name, body);
  const answer = (await response.json()) as { import?: string; message?: string };
  expect(answer.message).toBeUndefined();
  return { id: answer.import ?? "", ...(await studio.get<Preview>(`/api/imports/${answer.import}`)) };
}

async function projectOf(id: string, preview: Preview, more: object = {}): Promise<string> {
  const choice = { title: "test", label: preview.label, classes: preview.classes, roles: {}, pixels: null };
  const made = await studio.post<{ project: string }>(`/api/imports/${id}/project`, {
    ...choice,
    keepLabels: true,
    dropDuplicates: false,
    ...more,
  });
  return made.project;
}

const people = [
  { text: "a long sunny day at the beach with friends", size: 1.5, label: "good" },
  { text: "rain and mud all over the wet camping place", size: 2.5, label: "bad" },
  { text: "warm light wind and ice cream for the children", size: 0.5, label: "" },
  { text: "cold storm and broken tents in the dark night", size: 3.5, label: "" },
];
const csv = `text,size,label\n${people.map(({ text, size, label }) => `${text},${size},${label}`).join("\n")}\n`;

describe("a table comes in as", () => {
  const jsonRows = people.map((row) => ({ ...row, label: row.label || null }));
  test.each<[string, BodyInit]>([
    ["table.csv", csv],
    ["table.tsv", csv.replaceAll(",", "\t")],
    ["table.json", JSON.stringify(jsonRows)],
    ["table.jsonl", jsonRows.map((row) => JSON.stringify(row)).join("\n")],
    [
      "table.arff",
      `@relation r\n@attribute text string\n@attribute size numeric\n@attribute label {good,bad}\n@data\n${people.map(({ text, size, label }) => `'${text}',${size},${label || "?"}`).join("\n")}\n`,
    ],
    [
      "table.parquet",
      parquetWriteBuffer({
        columnData: [
          { name: "text", data: people.map(({ text }) => text), type: "STRING" },
          { name: "size", data: people.map(({ size }) => size), type: "DOUBLE" },
          { name: "label", data: people.map(({ label }) => label || null), type: "STRING" },
        ],
      }),
    ],
    ["pasted", csv],
  ])("%s", async (name, body) => {
    const preview = await previewOf(name, body);
    expect(preview).toMatchObject({ rows: 4, label: "label", classes: ["bad", "good"], labelled: 2, duplicates: 0 });
    expect(preview.columns.map(({ name: column, role }) => [column, role])).toEqual([
      ["text", "text"],
      ["size", "numeric"],
      ["label", "label"],
    ]);
  });

  test("a zip of texts in folders", async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const files = Object.fromEntries(
      people.map(({ text }, i) => [`docs/${i % 2 ? "bad" : "good"}/${i}.txt`, bytes(text)]),
    );
    const preview = await previewOf("docs.zip", new Uint8Array(zipSync(files)));
    expect(preview.rows).toBe(4);
    expect(preview.columns.map(({ name }) => name)).toEqual(["file", "text", "folder"]);
  });

  test("a bundled file with its pixels found, and duplicates counted", async () => {
    const digits = bundledSets.find(({ name }) => name === "digits");
    const text = readFileSync(digits?.url ?? "", "utf8")
      .split("\n")
      .slice(0, 60)
      .join("\n");
    const [head, first] = text.split("\n");
    const preview = await previewOf("digits.csv", `${text}\n${first}\n`);
    expect(preview.duplicates).toBe(1);
    expect(preview).toMatchObject({ pixels: { width: 8, height: 8 } });
    const project = await projectOf(preview.id, preview, { pixels: { width: 8, height: 8 }, dropDuplicates: true });
    const { project: info } = await studio.get<{ project: { itemCount: number } }>(`/api/projects/${project}`);
    expect(info.itemCount).toBe(readCsv(new TextEncoder().encode(text)).rows);
    expect(head.startsWith("p00")).toBe(true);
  });

  test("a table without labels, with classes that the person names", async () => {
    const preview = await previewOf("plain.csv", "x,y\n1,2\n2,1\n5,6\n6,5\n");
    expect(preview.label).toBeNull();
    const project = await projectOf(preview.id, preview, { classes: ["left", "right"] });
    const { suggestions } = await studio.get<{ suggestions: unknown[] }>(`/api/projects/${project}/next`);
    expect(suggestions.length).toBe(4);
  });
});

describe("labels go out", () => {
  let project: string;
  beforeAll(async () => {
    const preview = await previewOf("people.csv", csv);
    project = await projectOf(preview.id, preview);
    await studio.post(`/api/projects/${project}/events`, { events: [answerEvent(2, 1), answerEvent(3, "skipped")] });
  });

  test.each(["csv", "jsonl", "parquet", "label-studio", "argilla", "doccano", "fasttext"])(
    "as %s and come back",
    async (format) => {
      const response = await studio.raw(`/api/projects/${project}/export/${format}`);
      const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";
      const back = await previewOf(name, new Uint8Array(await response.arrayBuffer()));
      expect(back.label).toBe("label");
      expect(back.labelled).toBe(3);
      expect(back.classes).toEqual(["bad", "good"]);
      expect(back.rows).toBe(format === "fasttext" ? 3 : 4);
    },
  );
  test.each(["csv", "jsonl", "parquet", "label-studio", "argilla"])(
    "as %s and come back with everything that was known about each answer",
    async (format) => {
      const asked = { from: "check", gain: 0.125 };
      const rich = (item: number, to: number | string, by: string, seconds: number) => {
        const event = answerEvent(item, to);
        return { ...event, body: { ...event.body, by, seconds, asked } };
      };
      const preview = await previewOf("people.csv", csv.replace(",good", ",").replace(",bad", ","));
      const first = await projectOf(preview.id, preview, { label: "label", classes: ["bad", "good"] });
      await studio.post(`/api/projects/${first}/events`, {
        events: [
          rich(3, 1, "Ann", 2.5),
          rich(0, "skipped", "Ben O'Neil", 1),
          rich(2, "discarded", "Ann", 0.5),
          rich(1, 0, "Ben O'Neil", 4),
        ],
      });
      const response = await studio.raw(`/api/projects/${first}/export/${format}`);
      const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";
      const back = await previewOf(name, new Uint8Array(await response.arrayBuffer()));
      const columns = back.columns.map(({ name: column }) => column);
      // Formats for programs have what was made of a text, too.
      expect(columns.filter((column) => column !== "text embedding")).toEqual(["text", "size", "label"]);
      const second = await projectOf(back.id, back, { label: "label", classes: ["bad", "good"] });
      const { events } = await studio.get<{ events: { body: { answers: unknown } }[] }>(`/api/projects/${second}`);
      const details = (by: string, seconds: number) => ({ at: "2026-01-31T12:00:00.000Z", seconds, asked, by });
      expect(events.map(({ body }) => body.answers)).toEqual([
        [
          [3, 1, details("Ann", 2.5)],
          [0, "skipped", details("Ben O'Neil", 1)],
          [2, "discarded", details("Ann", 0.5)],
          [1, 0, details("Ben O'Neil", 4)],
        ],
      ]);
      const rows = async (id: string) =>
        (await (await studio.raw(`/api/projects/${id}/export/jsonl`)).text())
          .trim()
          .split("\n")
          .map((line) => {
            const { predicted: _, probability: __, ...rest } = JSON.parse(line) as Record<string, unknown>;
            return rest;
          });
      const [before, after] = [await rows(first), await rows(second)];
      // Argilla keeps fields as text only.
      if (format !== "argilla") expect(after).toEqual(before);
    },
  );
  test("with what every person said, in formats that have a place for it", async () => {
    const preview = await previewOf("people.csv", csv);
    const made = await projectOf(preview.id, preview);
    const ann = answerEvent(2, 1);
    const ben = answerEvent(2, 0, ann.id);
    await studio.post(`/api/projects/${made}/events`, {
      events: [
        { ...ann, body: { ...ann.body, by: "Ann" } },
        { ...ben, body: { ...ben.body, by: "Ben" } },
      ],
    });
    const tasks = await studio.get<{ annotations: { created_username: string; result: object[] }[] }[]>(
      `/api/projects/${made}/export/label-studio`,
    );
    expect(tasks[2].annotations.map(({ created_username }) => created_username)).toEqual(["Ben", "Ann"]);
    const records = await studio.get<{ responses: { label: { value: string; user_id: string }[] } }[]>(
      `/api/projects/${made}/export/argilla`,
    );
    const given = records[2].responses.label;
    expect(given.map(({ value }) => value)).toEqual(["bad", "good"]);
    expect(new Set(given.map(({ user_id }) => user_id)).size).toBe(2);
  });
  test("with status, order and prediction of each item", async () => {
    const text = await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text();
    const rows = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ label, status, answer_order }) => [label, status, answer_order])).toEqual([
      ["good", "labelled", 1],
      ["bad", "labelled", 2],
      ["good", "labelled", 3],
      [null, "skipped", 4],
    ]);
    for (const { predicted, probability } of rows) {
      expect(["good", "bad"]).toContain(predicted);
      expect(probability).toBeGreaterThan(0);
    }
  });
  test("as a model that the library reads", async () => {
    const { Learner } = await import("@xpal/core");
    const { addItemVectors, applyRecipe, imagesIn, recipeFromJSON, readCsv: read } = await import("@xpal/data");
    const model = await studio.get<{ format: string; recipe: unknown; learner: never }>(
      `/api/projects/${project}/model-file`,
    );
    expect(model.format).toBe("xpal-model");
    const learner = await Learner.fromJSON(model.learner);
    const recipe = recipeFromJSON(model.recipe);
    const table = await addItemVectors(read(new TextEncoder().encode(csv)), { source: imagesIn("."), recipe });
    const { features } = applyRecipe({ ...recipe, label: null }, table);
    expect(await learner.predict(features)).toEqual(["good", "bad", "good", expect.any(String)]);
    await learner.close();
  });
  describe("as CSV with every cell as it was written", () => {
    const odd = [
      "text,size,when,label",
      "=1+1,83.00,2024-01-02 10:00,+",
      "@me,NA,2024-01-03,-",
      "'=x,1e3,,+",
      "plain,-5,2024-02-29T13:00:00Z,",
    ];
    let made: string;
    beforeAll(async () => {
      const preview = await previewOf("odd.csv", `${odd.join("\n")}\n`);
      made = await projectOf(preview.id, preview, { roles: { text: "text" } });
    });
    const exported = async (query = "") => (await studio.raw(`/api/projects/${made}/export/csv${query}`)).text();
    /** The first cells of each line and the label; none of the cells holds a comma. */
    const cellsOf = (text: string) =>
      text
        .trim()
        .split("\n")
        .map((line) => line.split(",").slice(0, 4).join(","));

    test("dates, NA, 83.00, and the classes + and -", async () => {
      expect(cellsOf(await exported())).toEqual(odd);
      const back = await previewOf("back.csv", await exported());
      expect(back.classes).toEqual(["+", "-"]);
      expect(back.columns[0].samples).toEqual(["=1+1", "@me", "'=x", "plain"]);
      const again = await projectOf(back.id, back, { roles: { text: "text" } });
      const text = await (await studio.raw(`/api/projects/${again}/export/csv`)).text();
      expect(cellsOf(text)).toEqual(odd);
    });

    test("but for what a spreadsheet would run, where that is asked for, and that comes back too", async () => {
      const text = await exported("?formulas=neutralise");
      expect(cellsOf(text).slice(1)).toEqual([
        "'=1+1,83.00,2024-01-02 10:00,'+",
        "'@me,NA,2024-01-03,'-",
        "''=x,1e3,,'+",
        "plain,-5,2024-02-29T13:00:00Z,",
      ]);
      const back = await previewOf("back.csv", text);
      expect(back.classes).toEqual(["+", "-"]);
      expect(back.columns.map(({ name }) => name)).toEqual(["text", "size", "when", "label"]);
      expect(back.columns[0].samples).toEqual(["=1+1", "@me", "'=x", "plain"]);
    });

    test.each(["\r\n", "\r"])(
      "with the line ends of the file (%j), also within a cell and after it came back",
      async (end) => {
        const text = ["text,size,label", `"one${end}two",1.50,a`, "three,2,b", "four,3,"]
          .map((line) => line + end)
          .join("");
        const lines = (exported: string) => exported.replaceAll(`one${end}two`, "one two").split(end);
        const csvOf = async (id: string) => (await studio.raw(`/api/projects/${id}/export/csv`)).text();
        const preview = await previewOf("windows.csv", text);
        const csv = await csvOf(await projectOf(preview.id, preview, { roles: { text: "text" } }));
        expect(csv).toContain(`"one${end}two",1.50,a,`);
        expect(lines(csv)).toHaveLength(5);
        expect(lines(csv).join("")).not.toMatch(/[\r\n]/);
        const back = await previewOf("back.csv", csv);
        const again = await csvOf(await projectOf(back.id, back, { roles: { text: "text" } }));
        expect(lines(again).map((line) => line.split(",").slice(0, 3))).toEqual(
          lines(csv).map((line) => line.split(",").slice(0, 3)),
        );
      },
    );
  });

  test.each(["csv", "jsonl"])("rewrote the dates of a JSON Lines file, and gave them a zone, in %s", async (format) => {
    const dates = ["2024-01-02 10:00", "2024-01-03", "2024-02-29T13:00:00.123456"];
    const lines = dates.map((when, at) => JSON.stringify({ when, size: at, label: at === 1 ? "a" : "b" }));
    const preview = await previewOf("dated.jsonl", `${lines.join("\n")}\n`);
    expect(preview.columns[0]).toMatchObject({ name: "when" });
    const id = await projectOf(preview.id, preview);
    const text = await (await studio.raw(`/api/projects/${id}/export/${format}`)).text();
    for (const when of dates) expect(text).toMatch(new RegExp(`["\\n]${when.replace(".", "\\.")}[",]`));
  });

  test("with labels of the file said to be the file's, not somebody's, also after they came back", async () => {
    const rowsOf = async (id: string) =>
      (await (await studio.raw(`/api/projects/${id}/export/jsonl`)).text())
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .map(({ label_source, annotator, answered_at }) => [label_source, annotator, answered_at]);
    const expected = [
      ["file", null, null],
      ["file", null, null],
      ["person", "me", "2026-01-31T12:00:00.000Z"],
      ["person", "me", "2026-01-31T12:00:00.000Z"],
    ];
    expect(await rowsOf(project)).toEqual(expected);
    for (const format of ["csv", "jsonl", "label-studio", "argilla"]) {
      const response = await studio.raw(`/api/projects/${project}/export/${format}`);
      const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";
      const back = await previewOf(name, new Uint8Array(await response.arrayBuffer()));
      expect({ format, rows: await rowsOf(await projectOf(back.id, back)) }).toEqual({ format, rows: expected });
    }
  });

  test("under a name for each format", async () => {
    const names = new Set<string>();
    const formats = ["csv", "jsonl", "parquet", "label-studio", "argilla", "doccano", "fasttext", "huggingface"];
    for (const format of formats) {
      const { headers } = await studio.raw(`/api/projects/${project}/export/${format}`);
      names.add(/filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "");
    }
    expect(names.size).toBe(formats.length);
  });

  test("with predictions that say which labels they are from", async () => {
    const text = await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text();
    const rows = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map((row) => row.predicted_from)).toEqual([
      "other labels",
      "other labels",
      "other labels",
      "all labels",
    ]);
  });

  test("without the colours that the page measured in images, except for programs", async () => {
    const lines = ["a", "b", "c", "d"].map((name, i) =>
      JSON.stringify({ image: `${name}.png`, pixels: [i, 1 - i, i * i], label: i < 2 ? ["u", "v"][i] : null }),
    );
    const preview = await previewOf("images.jsonl", lines.join("\n"));
    const made = await projectOf(preview.id, preview);
    const text = async (format: string) => (await studio.raw(`/api/projects/${made}/export/${format}`)).text();
    for (const format of ["csv", "label-studio", "argilla"]) {
      expect(await text(format)).toContain("a.png");
      expect(await text(format)).not.toContain("pixels");
    }
    expect(await text("jsonl")).toContain('"pixels":[0,1,0]');
  });

  test("had hundreds of numbers for each image of a zip, as a column of the CSV", async () => {
    const paint = (hue: number) =>
      sharp({ create: { width: 12, height: 9, channels: 3, background: `hsl(${hue}, 80%, 50%)` } })
        .png()
        .toBuffer();
    const names = ["red/0.png", "red/1.png", "blue/2.png", "blue/3.png"];
    const images = await Promise.all(names.map(async (name, i) => [name, await paint(70 * i)] as const));
    const preview = await previewOf("images.zip", new Uint8Array(zipSync(Object.fromEntries(images))));
    const made = await projectOf(preview.id, preview);
    const text = async (format: string) => (await studio.raw(`/api/projects/${made}/export/${format}`)).text();
    for (const format of ["csv", "label-studio", "argilla", "doccano", "imagefolder"]) {
      const exported = await text(format);
      expect(exported).toContain("0.png");
      expect(exported).not.toMatch(/features|(-?\d\.\d+,\s*){20}/);
    }
    expect(await text("jsonl")).toMatch(/features":\[-?\d/);
    // They came back from Parquet as the text of their digits.
    const response = await studio.raw(`/api/projects/${made}/export/parquet`);
    const back = await previewOf("images.parquet", new Uint8Array(await response.arrayBuffer()));
    expect(back.columns.find(({ name }) => name.endsWith("features"))).toMatchObject({ type: "vector" });
  });

  test("in no format that does not exist", async () => {
    for (const format of ["yolo", "constructor", "__proto__"]) {
      expect((await studio.raw(`/api/projects/${project}/export/${format}`)).status).toBe(404);
    }
  });
});
