import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openJournal, readJournal } from "../../../src/journal/journal.ts";
import { openTable } from "../../../src/project/open-table.ts";
import { run } from "../../../src/run.ts";
import { displayWidth } from "../../../src/terminal/display-width.ts";
import { fakeTerminal } from "../fake-terminal.ts";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-label-"));
const file = join(folder, "points.csv");
const journal = `${file}.labels.jsonl`;
const TEXT = 'x,"y ",class\r\n 1.0,"a ""b""",\r\n2.50,b,far\r\n3,"c\nd",\r\n9,z,\r\n';
const press = (keys: string, ...more: string[]) =>
  runHere(folder, ["label", "points.csv", "--label", "class", "--classes", "far,near", "--json", ...more], keys);
const entries = () =>
  readFileSync(journal, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line));

beforeEach(() => {
  rmSync(journal, { force: true });
  rmSync(`${file}.xpal.json`, { force: true });
  writeFileSync(file, TEXT);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("xpal label", () => {
  test("puts every answer into the journal and leaves the file alone", async () => {
    const { code, out } = await press("12q");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ reason: "quit", answered: 2, labelled: 3, rows: 4 });
    expect(entries().map(({ label }) => label)).toEqual(["far", "near"]);
    expect(readFileSync(file, "utf8")).toBe(TEXT);
  });

  test("wrote -1 when 1 was pressed, and forgot the order in which classes were declared", async () => {
    writeFileSync(file, "x,class\n1,-1\n2,0\n3,1\n4,\n5,\n");
    const { out } = await runHere(folder, ["label", "points.csv", "--label", "class"], "1");
    expect(out).toContain("\n2 -1  0  1   u undo");
    expect(entries().map(({ label }) => label)).toEqual(["1"]);
    rmSync(journal);
    writeFileSync(file, "x,class\n1,\n2,\n3,\n4,\n");
    const declared = ["label", "points.csv", "--label", "class", "--classes", "good,bad"];
    expect((await runHere(folder, declared, "1")).out).toContain("\n1 good  2 bad   u undo");
    await runHere(folder, ["label", "points.csv"], "1"); // as remembered
    expect(entries().map(({ label }) => label)).toEqual(["good", "good"]);
  });

  test("ignored --out without --merge, and wrote nothing there", async () => {
    expect(await press("1q", "--out", "x.csv")).toMatchObject({
      code: 2,
      out: "",
      err: "xpal label: --out must go with --merge; without it nothing is written there: answers are kept in FILE.labels.jsonl\n",
    });
    expect(existsSync(journal)).toBe(false);
  });

  test("goes on where it was left, and can undo what was said before", async () => {
    await press("1q");
    const [first] = entries();
    expect(JSON.parse((await press("u2q")).out)).toMatchObject({ answered: 1, undone: 1, labelled: 2 });
    expect(entries().map(({ row, undo, label }) => [row, undo ?? label])).toEqual([
      [first.row, "far"],
      [first.row, true],
      [first.row, "near"], // undoing brings the same question back
    ]);
  });

  test("ends when no row is left, skipped ones included", async () => {
    expect(JSON.parse((await press("1s2")).out)).toMatchObject({
      reason: "nothing left",
      answered: 2,
      skipped: 1,
      labelled: 3,
    });
    expect(JSON.parse((await press("")).out)).toMatchObject({ reason: "nothing left", answered: 0 });
  });

  test("ends quietly when the keys end, and after --count answers", async () => {
    expect(JSON.parse((await press("")).out)).toMatchObject({ reason: "quit", answered: 0 });
    expect(existsSync(journal)).toBe(false);
    expect(JSON.parse((await press("11", "--count", "1")).out)).toMatchObject({ reason: "enough", answered: 1 });
  });

  test("stops at a key without a meaning and keeps the answers before it", async () => {
    const { code, err } = await press("1x2");
    expect(code).toBe(2);
    expect(err.trimEnd().split("\n").pop()).toBe(
      'xpal label: each key must be one of 1, 2, u, s, q, got "x"; the answers before it are kept',
    );
    expect(entries()).toHaveLength(1);
  });

  test("drops a line that a crash cut off, and goes on", async () => {
    await press("1q");
    appendFileSync(journal, '{"row":2,"lab');
    expect(JSON.parse((await press("2q")).out)).toMatchObject({ answered: 1, labelled: 3 });
    expect(entries()).toHaveLength(2);
  });

  test("is rejected once a journal was removed or written by somebody else in the meantime", async () => {
    await press("1q");
    const table = await openTable(file, {});
    const subject = { file, table, labelColumn: "class" };
    const writer = openJournal(subject, readJournal(subject), () => new Date(0));
    appendFileSync(journal, `${readFileSync(journal, "utf8").split("\n")[1]}\n`);
    expect(() => writer.append({ row: 3, label: "near" })).toThrow(/another one has written to it; this answer is not/);
    writer.close();
    const again = openJournal(subject, readJournal(subject), () => new Date(0));
    again.append({ row: 3, label: "near" });
    rmSync(journal);
    expect(() => again.append({ row: 0, label: "near" })).toThrow(/it was moved or removed; this answer is not kept/);
    again.close();
  });

  test.each([24, 40, 80])("fits a terminal of %i columns", async (columns) => {
    writeFileSync(file, `${"a_long_name_for_a_column,".repeat(2)}class\n1,${"word ".repeat(9)},\n2,x,far\n`);
    const terminal = fakeTerminal({ columns, keys: ["q"] });
    const classes = "far,near,somewhere in between,nowhere to be found";
    const before = process.cwd();
    process.chdir(folder);
    const words = ["label", "points.csv", "--label", "class", "--classes", classes];
    expect(await run(words, terminal).finally(() => process.chdir(before))).toBe(0);
    const [question] = terminal.outText().split("> ");
    const widest = Math.max(...question.split("\n").map(displayWidth));
    expect(widest).toBeLessThanOrEqual(columns);
  });

  test("rejects a journal whose row is another one now", async () => {
    await press("1q");
    writeFileSync(file, TEXT.replace(" 1.0", "77").replace("9,z", "78,z").replace("3,", "79,"));
    const { code, err } = await press("1q");
    expect(code).toBe(2);
    expect(err).toMatch(/line 2, must belong to row \d as it is in points.csv, but that row is another one now/);
  });
});

describe("xpal label --merge", () => {
  const merge = (...more: string[]) => runHere(folder, ["label", "points.csv", "--label", "class", "--merge", ...more]);

  test("changes the label cells and no other byte, then lets the journal go", async () => {
    await press("222");
    expect(await merge()).toMatchObject({
      code: 0,
      out: '3 answers were written into the column "class" of points.csv.\n',
    });
    expect(readFileSync(file, "utf8")).toBe(
      'x,"y ",class\r\n 1.0,"a ""b""",near\r\n2.50,b,far\r\n3,"c\nd",near\r\n9,z,near\r\n',
    );
    expect(existsSync(journal)).toBe(false);
    expect(readdirSync(folder)).toEqual(["points.csv", "points.csv.xpal.json"]);
  });

  test("keeps what was skipped for the next time", async () => {
    await press("1sq");
    const skipped = entries().find(({ skip }) => skip)?.row;
    await merge();
    expect(entries()).toMatchObject([{ row: skipped, skip: true }]);
  });

  test("writes a new file where asked, and rewrites no cell of it", async () => {
    const text = "x;note;when;class\r\n1,00;=1+1;2024-01-02 10:00;\r\n2,50;NA;2024-01-03;b\r\n3;@me;;a\r\n";
    writeFileSync(file, text);
    await runHere(folder, ["label", "points.csv", "--label", "class"], "a");
    const { code } = await merge("--out", "labelled.csv");
    expect(code).toBe(0);
    expect(readFileSync(join(folder, "labelled.csv"), "utf8")).toBe(text.replace("10:00;", "10:00;a"));
    expect(readFileSync(file, "utf8")).toBe(text);
    rmSync(join(folder, "labelled.csv"));
  });

  test("keeps the tabs of a .tsv file whose cells hold commas", async () => {
    const text = "text\tclass\nred, round\t\nlong, bent\tbanana\nred, small\tapple\nlong, ripe\t\n";
    writeFileSync(join(folder, "fruit.tsv"), text);
    const words = ["label", "fruit.tsv", "--label", "class", "--role", "text=text"];
    await runHere(folder, words, "11");
    expect((await runHere(folder, [...words, "--merge"])).code).toBe(0);
    expect(readFileSync(join(folder, "fruit.tsv"), "utf8")).toBe(text.replaceAll("\t\n", "\tapple\n"));
    for (const name of readdirSync(folder)) if (name.startsWith("fruit")) rmSync(join(folder, name));
  });

  test("keeps the mode of the file, and writes to where a symbolic link points", async () => {
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "data", "real.csv"), TEXT, { mode: 0o600 });
    symlinkSync(join("data", "real.csv"), join(folder, "link.csv"));
    const words = ["label", "link.csv", "--label", "class", "--classes", "far,near"];
    await runHere(folder, words, "222");
    expect((await runHere(folder, [...words, "--merge"])).code).toBe(0);
    expect(lstatSync(join(folder, "link.csv")).isSymbolicLink()).toBe(true);
    expect(statSync(join(folder, "data", "real.csv")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, "data", "real.csv"), "utf8")).toContain("9,z,near");
    expect(readdirSync(join(folder, "data"))).toEqual(["real.csv", "real.csv.xpal.json"]); // no draft, no lock
    rmSync(join(folder, "data"), { recursive: true });
    for (const name of readdirSync(folder)) if (name.startsWith("link")) rmSync(join(folder, name));
  });

  test("shows the answers to nobody who may not read the file", async () => {
    writeFileSync(join(folder, "secret.csv"), TEXT, { mode: 0o600 });
    await runHere(folder, ["label", "secret.csv", "--label", "class", "--classes", "far,near"], "2s");
    const beside = readdirSync(folder).filter((name) => name.startsWith("secret.csv."));
    expect(beside).toEqual(["secret.csv.labels.jsonl", "secret.csv.xpal.json"]);
    for (const name of ["secret.csv", ...beside]) {
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
      rmSync(join(folder, name));
    }
  });

  test("deletes no journal when the answers could not be read back", async () => {
    writeFileSync(file, "x,class\n1,1\n2,2\n3,\n"); // among numbers, NA would be read as a missing value
    const words = ["label", "points.csv", "--label", "class", "--classes", "1,2,NA"];
    await runHere(folder, words, "3");
    expect(await runHere(folder, [...words, "--merge"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/must give the same labels when it is read again, but it would not/),
    });
    expect(readFileSync(file, "utf8")).toBe("x,class\n1,1\n2,2\n3,\n");
    expect(entries()).toHaveLength(1);
  });

  test("rejects when there is nothing to merge", async () => {
    expect(await merge()).toMatchObject({
      code: 2,
      err: expect.stringMatching(/must hold an answer to merge, but has no answers/),
    });
  });

  test("rejects to overwrite a label that somebody else has written", async () => {
    await press("1q");
    const [{ row }] = entries();
    const lines = TEXT.split("\r\n");
    const line = row === 0 ? 1 : row === 2 ? 3 : 4;
    lines[line] += "near";
    writeFileSync(file, lines.join("\r\n"));
    const { code, err } = await merge();
    expect(code).toBe(2);
    expect(err).toMatch(/must be empty or "far" as answered, but it is "near"; empty the cell, or undo the answer/);
    expect(existsSync(journal)).toBe(true);
  });

  test.each([
    ["--label", "kind", "--new-label"],
    ["--new-label", "kind"], // was "too many arguments"
  ])("adds a column that does not exist yet: %s %s %s", async (...named) => {
    writeFileSync(file, "x;y\n1;2\n\n3;4\n5;6");
    const words = ["label", "points.csv", ...named, "--classes", "a,b"];
    await runHere(folder, words, "a");
    const [{ row }] = entries();
    expect((await runHere(folder, [...words, "--merge"])).code).toBe(0);
    const cell = (at: number) => (at === row ? "a" : "");
    expect(readFileSync(file, "utf8")).toBe(`x;y;kind\n1;2;${cell(0)}\n\n3;4;${cell(1)}\n5;6;${cell(2)}`);
  });
});
