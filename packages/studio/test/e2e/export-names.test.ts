// Columns of a file that have a name which exports use themselves: neither may take the place of the other, in any format, also when
// the export comes back.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

/** Every name that an export gives to a column of its own. */
const OWN_NAMES = [
  ...["status", "annotator", "answered_at", "seconds", "answer_order", "expected_gain", "asked_as", "label_source"],
  ...["predicted", "probability", "predicted_from", "label", "label_name", "formulas", "row"],
];

async function projectOf(name: string, content: string, label: string): Promise<string> {
  const { import: id } = (await (await studio.upload(name, content)).json()) as { import: string };
  const { classes } = await studio.get<{ classes: string[] }>(`/api/imports/${id}?label=${label}`);
  const choice = { title: "names", label, classes, roles: {}, pixels: null, keepLabels: true, dropDuplicates: false };
  return (await studio.post<{ project: string }>(`/api/imports/${id}/project`, choice)).project;
}

async function rowsOf(project: string, format: string, options = ""): Promise<Record<string, unknown>[]> {
  const text = await (await studio.raw(`/api/projects/${project}/export/${format}${options}`)).text();
  if (format === "label-studio")
    return (JSON.parse(text) as { data: Record<string, unknown> }[]).map(({ data }) => data);
  const lines = text.trim().split("\n");
  if (format !== "csv") return lines.map((line) => JSON.parse(line));
  const names = lines[0].split(",");
  return lines.slice(1).map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at], cell])));
}

describe("a column of the file", () => {
  test.each(["status", "annotator", "answer_order", "predicted", "label"])(
    "that holds the labels was overwritten by the export's own: %s",
    async (label) => {
      const project = await projectOf("tickets.csv", `x,${label}\n1.5,yes\n2.5,no\n3.5,\n4.5,\n`, label);
      await studio.post(`/api/projects/${project}/events`, { events: [answerEvent(2, 1)] });
      const { project: info } = await studio.get<{ project: { classes: string[] } }>(`/api/projects/${project}`);
      const labels = ["yes", "no", info.classes[1]];
      for (const format of ["jsonl", "csv"]) {
        const rows = await rowsOf(project, format);
        expect(rows.slice(0, 3).map((row) => row[label])).toEqual(labels);
        expect(rows[3][label] || null).toBeNull();
      }
      const csv = await (await studio.raw(`/api/projects/${project}/export/csv`)).text();
      const back = await rowsOf(await projectOf("back.csv", csv, label), "jsonl");
      expect(back.slice(0, 3).map((row) => row[label])).toEqual(labels);
    },
  );

  test.each(["csv", "jsonl", "huggingface", "label-studio"])(
    "was overwritten by the export's own in %s",
    async (format) => {
      const cells = OWN_NAMES.map((_, at) => `${at}.5`);
      const content = `${OWN_NAMES.join(",")},size,kind\n${cells.join(",")},1,yes\n${cells.join(",")},2,no\n`;
      const project = await projectOf("all.csv", content, "kind");
      for (const row of await rowsOf(project, format, format === "csv" ? "?formulas=neutralise" : "")) {
        expect(OWN_NAMES.map((name) => String(row[name]))).toEqual(cells);
      }
    },
  );
});
