// Files as people have them: spreadsheets of several countries, exports of known tools, broken ones. Each is read as expected.json says,
// with the same result in the commands, the studio and the page without a server.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cellText, fitRecipe, guessLabel, readTable, type Table } from "../packages/data/src/index.ts";
import { pageFiles } from "../packages/studio/src/lite/page-files.ts";
import { previewOf } from "../packages/studio/src/server/exchange/preview-of.ts";

const folder = join(import.meta.dirname, "files");

interface Column {
  readonly type: string;
  readonly role: string;
  readonly first: readonly (string | null)[];
}
type Expected =
  | { readonly error: string }
  | { readonly rows: number; readonly label: string | null; readonly columns: Readonly<Record<string, Column>> };

const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as Record<string, Expected>;

function asRead(table: Table) {
  const { recipe } = fitRecipe(table, { label: null });
  const roles = new Map(recipe.columns.map(({ name, role }) => [name, role]));
  const columns = table.columns.map((column) => [
    column.name,
    { type: column.type, role: roles.get(column.name), first: [0, 1, 2].map((row) => cellText(column, row)) },
  ]);
  return { rows: table.rows, label: guessLabel(table), columns: Object.fromEntries(columns) };
}

test("every file is expected", () => {
  expect(
    readdirSync(folder)
      .filter((name) => name !== "expected.json")
      .sort(),
  ).toEqual(Object.keys(expected).sort());
});

describe.each(Object.entries(expected))("%s", (name, wanted) => {
  const content = new Uint8Array(readFileSync(join(folder, name)));
  const onPage = () => pageFiles.table({ name, content }, {});

  test("is read as expected by the commands and the page without a server", async () => {
    if ("error" in wanted) {
      await expect(readTable(join(folder, name))).rejects.toThrow(wanted.error);
      await expect(onPage()).rejects.toThrow(wanted.error);
      return;
    }
    expect(asRead(await readTable(join(folder, name)))).toEqual(wanted);
    expect(asRead(await onPage())).toEqual(wanted);
  });

  test("is shown so by the import page", async () => {
    if ("error" in wanted) return;
    const { columns, label } = previewOf("i", name, await readTable(join(folder, name)));
    expect(label).toBe(wanted.label);
    const roleOf = (name: string, role: string) => (name === label ? "the label" : role);
    const shown = columns.map(({ name, type, role }) => [name, { type, role: roleOf(name, role) }]);
    const asked = Object.entries(wanted.columns).map(([name, { type, role }]) => [
      name,
      { type, role: roleOf(name, role) },
    ]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(asked));
  });
});
