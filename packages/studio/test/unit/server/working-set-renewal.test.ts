// When more rows of a large file join a project.
import { makeTable } from "@xpal/data";
import { expect, test } from "vitest";
import type { DrawTarget, StartImport } from "../../../src/server/exchange/import-calls.ts";
import type { OpenProject } from "../../../src/server/projects/open-project.ts";
import { drawAt, WorkingSetRenewal } from "../../../src/server/projects/working-set-renewal.ts";
import { tableToBytes } from "../../../src/server/scoring/table-bytes.ts";

const table = makeTable([{ name: "row", type: "number", values: Float64Array.of(1, 2) }]);

/** A project with so many labels, and what was done to it. */
function made({ file = "big.parquet", failing = false, log = [] as { kind: string; body: object }[] } = {}) {
  const asked: DrawTarget[] = [];
  const added: unknown[] = [];
  const logged: string[] = [];
  const facts = new Map<number, { to: number; fromFile: boolean }>();
  const project = {
    about: { large: file === "" ? null : { rows: 100 }, source: file },
    classes: [],
    table,
    state: { facts },
    log: async () => log,
    addRows: async (_: unknown, __: unknown, drawn: unknown) => void added.push(drawn),
  } as unknown as OpenProject;
  const start: StartImport = () => ({
    call: async (_: string, argument: unknown) => {
      asked.push(argument as DrawTarget);
      if (failing) throw new Error("the file is gone");
      return { bytes: tableToBytes(table), answers: [] } as never;
    },
    close: async () => {},
  });
  const renewal = new WorkingSetRenewal(start, (what) => void logged.push(what));
  const answer = async (labels: number) => {
    while (facts.size < labels) facts.set(facts.size, { to: 0, fromFile: false });
    renewal.answered("p", project);
    await renewal.settled();
  };
  return { answer, asked, added, logged, project };
}

test("rows are drawn at 10, 20, 40 labels and so on", () => {
  expect([0, 9, 10, 19, 20, 39, 40, 80].map(drawAt)).toEqual([0, 0, 1, 1, 2, 2, 3, 4]);
});

test("a draw is made once when it is due, with the items that have an answer", async () => {
  const { answer, asked, added } = made();
  for (const labels of [9, 10, 11, 12]) await answer(labels);
  expect(added).toEqual([{ draw: 1, to: 2 }]);
  expect(asked.map(({ draw, answered }) => [draw, answered.length])).toEqual([[1, 10]]);
  await answer(20);
  expect(added).toHaveLength(2);
});

test("a draw that another server made is not made again, and projects with all rows get none", async () => {
  const drawn = made({ log: [{ kind: "rows", body: { file: "rows/draw-1-abc" } }] });
  await drawn.answer(10);
  const whole = made({ file: "" });
  await whole.answer(10);
  expect([drawn.added, whole.added]).toEqual([[], []]);
});

test("a draw that fails is told to the page, until one succeeds", async () => {
  const failing = made({ failing: true });
  await failing.answer(10);
  expect(failing.project.drawFailed).toBe(true);
  const working = made();
  working.project.drawFailed = true;
  await working.answer(10);
  expect(working.project.drawFailed).toBe(false);
});

test("a draw that fails is said in the log, not repeated at each answer, and tried again at twice as many", async () => {
  const { answer, asked, logged } = made({ failing: true });
  for (const labels of [10, 11, 12, 20]) await answer(labels);
  expect([asked.length, logged]).toEqual([2, ["draw-failed", "draw-failed"]]);
});
