import { makeTable, type Table } from "@xpal/data";
import { expect, test } from "vitest";
import { type ClassState, classInfos, firstClasses } from "../../../src/protocol/classes.ts";
import { rowsToAdd } from "../../../src/server/projects/add-rows.ts";
import type { ProjectAbout } from "../../../src/server/projects/project-about.ts";

const BEGAN = ["cat", "lynx", "dog", "owl"];

function tableOf(rows: readonly (readonly [text: string, kind: string | null])[]): Table {
  return makeTable([
    { name: "text", type: "text", values: rows.map(([text]) => text) },
    { name: "kind", type: "text", values: rows.map(([, kind]) => kind) },
  ]);
}

function projectOf(table: Table, changes: readonly (readonly [number: number, state: ClassState])[] = []) {
  const columns = [
    { name: "text", role: "text" },
    { name: "kind", role: "label" },
  ];
  const about = { classes: BEGAN, truth: null, recipe: { columns, label: { column: "kind" } } };
  return {
    table,
    about: about as unknown as ProjectAbout,
    classes: classInfos({ classes: new Map([...firstClasses(BEGAN), ...changes]) }),
  };
}

/** The labels of new rows of a project whose classes have changed. */
function labelsAfter(changes: readonly (readonly [number: number, state: ClassState])[], labels: readonly string[]) {
  const project = projectOf(tableOf([["purrs", "cat"]]), changes);
  const { rows, report } = rowsToAdd(project, tableOf(labels.map((label, at) => [`row ${at}`, label])));
  return { answers: rows.answers.map(([, to]) => to), unknown: report.unknown };
}

test("labels of added rows were lost once their class had been renamed or merged", () => {
  const changes = [
    [0, { name: "feline" }],
    [1, { name: BEGAN[1], into: 0 }],
  ] as const;
  expect(labelsAfter(changes, ["cat", "lynx", "feline", "dog"])).toEqual({ answers: [0, 0, 0, 2], unknown: [] });
});

test("a label of an added row counts for the class that has the name now, and not for a retired one", () => {
  const changes = [
    [0, { name: "feline" }],
    [2, { name: "cat" }],
    [3, { name: BEGAN[3], retired: true }],
    [1, { name: BEGAN[1], into: 3 }],
  ] as const;
  const found = labelsAfter(changes, ["cat", "dog", "owl", "lynx"]);
  expect(found).toEqual({ answers: [2, 2], unknown: ["owl", "lynx"] });
});

/** The items that a file has labels for, and what is said of it; all items are open, and told apart by their text alone. */
function labelsFor(items: readonly string[], file: readonly (readonly [text: string, kind: string | null])[]) {
  const { rows, known, report } = rowsToAdd(projectOf(tableOf(items.map((text) => [text, null]))), tableOf(file));
  return { known, answers: rows.answers, report };
}

test("of several equal items only the first had a label of the file", () => {
  const items = ["hoots", "purrs", "barks", "purrs", "purrs"];
  const file = [
    ["purrs", "cat"],
    ["barks", "dog"],
    ["purrs", null],
    ["purrs", "lynx"],
  ] as const;
  const { known, report } = labelsFor(items, file);
  expect(known).toEqual([
    [1, 0],
    [2, 2],
    [4, 1],
  ]);
  expect(report).toMatchObject({ rows: 4, added: 0, repeats: 4, labelsLeft: 3, labelsUnknown: 0 });
  expect(labelsFor(items, [["purrs", "cat"]]).known).toEqual([[1, 0]]); // one label is for one item
});

test("where a file has more equal rows than the project has items, those with a label come first", () => {
  const file = [
    ["purrs", null],
    ["new", null],
    ["purrs", "cat"],
    ["new", "owl"],
    ["purrs", "lynx"],
  ] as const;
  const { known, answers, report } = labelsFor(["hoots", "purrs"], file);
  expect(known).toEqual([[1, 0]]);
  expect(answers).toEqual([[0, 3]]);
  expect(report).toMatchObject({ rows: 5, added: 1, repeats: 4, labelled: 1, labelsLeft: 1 });
  expect(labelsFor(["purrs", "hoots", "purrs"], file).known).toEqual([
    [0, 0],
    [2, 1],
  ]);
});

test("labels of known rows that are no classes were not counted", () => {
  const file = [
    ["hoots", "owl"],
    ["purrs", "tiger"],
    ["barks", "wolf"],
    ["new", "tiger"],
  ] as const;
  const { known, report } = labelsFor(["hoots", "purrs", "barks"], file);
  expect(known).toEqual([[0, 3]]);
  expect(report).toMatchObject({ labelled: 0, labelsLeft: 3, labelsUnknown: 2, unknown: ["tiger", "wolf"] });
});

test("plain numbers were taken for dates, and dates without a zone for those of the server's", () => {
  const dates = (...values: readonly string[]) =>
    makeTable([
      { name: "seen", type: "text", values: [...values] },
      { name: "kind", type: "text", values: values.map(() => null) },
    ]);
  const seen = { name: "seen", type: "date", values: Float64Array.of(0) } as const;
  const kind = { name: "kind", type: "text", values: ["cat"] } as const;
  const columns = [
    { name: "seen", role: "numeric" },
    { name: "kind", role: "label" },
  ];
  const project = projectOf(makeTable([seen, kind]));
  const about = { ...project.about, recipe: { ...project.about.recipe, columns } } as unknown as ProjectAbout;
  const { rows } = rowsToAdd({ ...project, about }, dates("1970-01-01 12:00", " 1970-01-02 "));
  expect(rows.table.columns[0].values).toEqual(Float64Array.of(43_200_000, 86_400_000));
  expect(() => rowsToAdd({ ...project, about }, dates("5"))).toThrow('must be a date, as in the project, got "5"');
});

const TIME = Date.parse("2024-02-29T13:00:00.123Z");
const FINE = "2024-02-29T13:00:00.123456";

/** A project of one row and a column "seen", and a file that has the same time with all of its digits, and a later one. */
function timesOf(seen: Table["columns"][number]) {
  const kind = (rows: number) => ({ name: "kind", type: "text", values: Array<null>(rows).fill(null) }) as const;
  const columns = [
    { name: "seen", role: "categorical" },
    { name: "kind", role: "label" },
  ];
  const project = projectOf(makeTable([seen, kind(1)]));
  const about = { ...project.about, recipe: { ...project.about.recipe, columns } } as unknown as ProjectAbout;
  const values = Float64Array.of(TIME, TIME + 1000);
  const written = new Map([
    [0, FINE],
    [1, "2024-02-29T13:00:01.123456"],
  ]);
  return {
    project: { ...project, about },
    file: makeTable([{ name: "seen", type: "date", values, written }, kind(2)]),
  };
}

test("times that are text in a file lost their digits in a project that has them as times", () => {
  const { project } = timesOf({ name: "seen", type: "date", values: Float64Array.of(0) });
  const kind = { name: "kind", type: "text", values: [null, null] } as const;
  const seen = { name: "seen", type: "text", values: [FINE, "2024-02-29"] } as const;
  const [column] = rowsToAdd(project, makeTable([seen, kind])).rows.table.columns;
  expect(column).toEqual({
    name: "seen",
    type: "date",
    values: Float64Array.of(TIME, Date.parse("2024-02-29T00:00:00Z")),
    written: new Map([[0, FINE]]),
  });
});
