// What the studio exported comes back as it was, whatever the columns and the classes are called and however numbers are written.
import { studioClient } from "@xpal/studio/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

interface Preview {
  readonly import: string;
  readonly label: string | null;
  readonly classes: string[];
  readonly labelled: number;
  readonly columns: { readonly name: string; readonly type: string; readonly role: string }[];
}

const FORMATS = ["csv", "jsonl", "parquet", "label-studio", "argilla"];

async function previewOf(name: string, body: BodyInit, query = ""): Promise<Preview> {
  const { import: id } = (await (await studio.upload(name, body)).json()) as { import: string };
  return studio.get<Preview>(`/api/imports/${id}${query}`);
}

/** Makes a project as the page would, with what the preview offers but for `more`. */
async function projectOf({ import: id, label, classes }: Preview, more: object = {}): Promise<string> {
  const choice = { title: "own", label, classes, roles: {}, pixels: null, keepLabels: true, dropDuplicates: false };
  return (await studio.post<{ project: string }>(`/api/imports/${id}/project`, { ...choice, ...more })).project;
}

async function exported(
  project: string,
  format: string,
  query = "",
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const response = await studio.raw(`/api/projects/${project}/export/${format}${query}`);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function exportPreview(project: string, format: string, query = ""): Promise<Preview> {
  const { name, bytes } = await exported(project, format, query);
  return previewOf(name, bytes);
}

async function answer(project: string, answers: readonly (readonly [item: number, to: number | string])[]) {
  const events = answers.map(([item, to]) => answerEvent(item, to));
  await studio.post(`/api/projects/${project}/events`, {
    events: events.map((event) => ({ ...event, body: { ...event.body, by: "Zoe" } })),
  });
}

interface Row extends Record<string, unknown> {
  readonly status: string;
  readonly annotator: string | null;
}

async function rowsOf(project: string): Promise<Row[]> {
  const text = await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

/** Who said what of each item. */
async function answersOf(project: string, label: string) {
  return (await rowsOf(project)).map((row) => [row[label], row.xpal_status ?? row.status, row.annotator]);
}

const texts = ["calm sea", "loud bar", "green hill", "slow staff", "warm sand", "rude host"];

describe("an export of a project whose file has another column `label`", () => {
  const old = texts.map((text, at) => `${text},${at % 2 === 0 ? "old1" : "old2"}`);
  const answers = [
    ["new1", "labelled", "Zoe"],
    ["new2", "labelled", "Zoe"],
    [null, "skipped", "Zoe"],
    ...[3, 4, 5].map(() => [null, "open", null]),
  ];
  let project: string;
  beforeAll(async () => {
    const preview = await previewOf("old.csv", `text,label\n${old.join("\n")}\n`, "?none=1");
    project = await projectOf(preview, { label: null, classes: ["new1", "new2"], roles: { text: "text" } });
    await answer(project, [
      [0, 0],
      [1, 1],
      [2, "skipped"],
    ]);
  });

  test.each(FORMATS)("came back with old labels under a person's name, as %s", async (format) => {
    const back = await exportPreview(project, format);
    expect(back).toMatchObject({ label: "xpal_label", classes: ["new1", "new2"], labelled: 2 });
    expect(await answersOf(await projectOf(back), "xpal_label")).toEqual(answers);
  });

  test("came back so through the REST API too", async () => {
    const { name, bytes } = await exported(project, "csv");
    const { secret } = await studio.post<{ secret: string }>("/api/tokens", { name: "robot", scopes: ["create"] });
    const program = studioClient({ url: studio.base, token: secret });
    const { upload } = await program.upload({ name, file: bytes });
    const { project: made } = await program.createProject({ upload: upload as string, title: "own" });
    expect(await answersOf(made, "xpal_label")).toEqual(answers);
  });

  test("gave the labels of another column to a person where that column was chosen", async () => {
    const { name, bytes } = await exported(project, "csv");
    const back = await previewOf(name, bytes, "?label=label");
    const chosen = await projectOf(back, { roles: { text: "text", xpal_label: "ignored" } });
    expect(await answersOf(chosen, "label")).toEqual(
      texts.map((_, at) => [at % 2 === 0 ? "old1" : "old2", "labelled", null]),
    );
  });

  test.each(["csv", "argilla"])(
    "came back so where the label column has a name that says nothing, as %s",
    async (format) => {
      const cells = old.map((row, at) => `${row},${["neu", "alt"][at] ?? ""}`);
      const first = await previewOf("klasse.csv", `text,label,Klasse\n${cells.join("\n")}\n`, "?label=Klasse");
      const made = await projectOf(first, { roles: { text: "text" } });
      await answer(made, [
        [2, 0],
        [3, "discarded"],
      ]);
      const label = format === "label-studio" || format === "argilla" ? "xpal_label" : "Klasse";
      const back = await exportPreview(made, format);
      expect(back).toMatchObject({ label, classes: ["alt", "neu"], labelled: 3 });
      expect(await answersOf(await projectOf(back), label)).toEqual([
        ["neu", "labelled", null],
        ["alt", "labelled", null],
        ["alt", "labelled", "Zoe"],
        [null, "discarded", "Zoe"],
        ...[4, 5].map(() => [null, "open", null]),
      ]);
    },
  );

  test("counted a label that was written into the row of a skipped item as that person's", async () => {
    const text = new TextDecoder().decode((await exported(project, "csv")).bytes);
    const back = await previewOf("edited.csv", text.replace("old1,,skipped", "old1,new2,skipped"));
    expect((await answersOf(await projectOf(back), "xpal_label"))[2]).toEqual(["new2", "labelled", null]);
  });
});

test.each(["csv", "parquet", "argilla"])(
  "a label ? came back as none, and its class was lost, as %s",
  async (format) => {
    const cells = texts.map((text, at) => `${text},${["yes", "no"][at] ?? ""}`);
    const first = await previewOf("maybe.csv", `text,label\n${cells.join("\n")}\n`);
    const made = await projectOf(first, { classes: ["no", "yes", "?"], roles: { text: "text" } });
    const { project: info } = await studio.get<{ project: { classes: string[] } }>(`/api/projects/${made}`);
    await answer(made, [[2, info.classes.indexOf("?")]]);
    const back = await exportPreview(made, format);
    expect(back).toMatchObject({ label: "label", labelled: 3 });
    const before = await answersOf(made, "label");
    expect(before[2]).toEqual(["?", "labelled", "Zoe"]);
    expect(await answersOf(await projectOf(back), "label")).toEqual(before);
  },
);

describe("the CSV of a file whose numbers have a comma", () => {
  const sizes = ["0,5", "-1,50", "2", "1.234,5", "3,25", "4,75"];
  const file = `größe;name;klasse\n${sizes.map((size, at) => `${size};${texts[at]};${["gut", "böse"][at] ?? ""}`).join("\n")}\n`;
  let project: string;
  beforeAll(async () => {
    project = await projectOf(await previewOf("lat.csv", file, "?label=klasse"), { roles: { name: "text" } });
    await answer(project, [
      [2, 0],
      [3, "skipped"],
    ]);
  });
  const textOf = async (query = "") => new TextDecoder().decode((await exported(project, "csv", query)).bytes);

  test("could not be read back: our numbers had a point", async () => {
    expect(await textOf()).toMatch(/"0,\d{4,}"/);
    expect(await textOf()).not.toMatch(/\D0\.\d/);
    const back = await exportPreview(project, "csv");
    expect(back.columns[0]).toMatchObject({ name: "größe", type: "number" });
    const again = await projectOf(back, { roles: { name: "text" } });
    expect(await answersOf(again, "klasse")).toEqual(await answersOf(project, "klasse"));
    const text = new TextDecoder().decode((await exported(again, "csv")).bytes);
    for (const size of sizes) expect(text).toMatch(new RegExp(`\n"?${size.replace(".", "\\.")}"?,`));
  });

  test("lost its negative numbers to apostrophes where it was for spreadsheets", async () => {
    const back = await exportPreview(project, "csv", "?formulas=neutralise");
    expect(back.columns[0]).toMatchObject({ name: "größe", type: "number" });
  });

  test("can be added as rows", async () => {
    const { import: id } = await exportPreview(project, "csv");
    const report = await studio.get(`/api/imports/${id}/rows?project=${project}`);
    expect(report).toMatchObject({ rows: 6, added: 0, repeats: 6 });
  });
});

test.each(["csv", "label-studio", "argilla"])(
  "columns xpal_status and status of a file hid ours, or were lost for them, as %s",
  async (format) => {
    const cells = texts.map((text, at) => `${text},sent ${at},paid ${at},${["yes", "no"][at] ?? ""}`);
    const first = await previewOf("bills.csv", `text,xpal_status,status,label\n${cells.join("\n")}\n`);
    const made = await projectOf(first, { roles: { text: "text" } });
    await answer(made, [
      [2, 0],
      [3, "skipped"],
    ]);
    const back = await exportPreview(made, format);
    expect(back.columns.map(({ name }) => name)).toEqual(["text", "xpal_status", "status", "label"]);
    const rows = async (id: string) =>
      (await rowsOf(id)).map(({ predicted: _, probability: __, predicted_from: ___, ...rest }) => rest);
    expect(await rows(await projectOf(back, { roles: { text: "text" } }))).toEqual(await rows(made));
  },
);
