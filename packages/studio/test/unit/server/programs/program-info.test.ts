import { expect, test } from "vitest";
import { classInfos, firstClasses } from "../../../../src/protocol/classes.ts";
import { canChoose, hasItemsFor } from "../../../../src/server/programs/choose-items.ts";
import { programInfo } from "../../../../src/server/programs/program-info.ts";
import type { ProgramRecord } from "../../../../src/server/programs/program-record.ts";
import { fact, stateOfTwo } from "../team-state.ts";

const NAMES = ["bug", "crash", "question"];

function recordOf(more: Partial<ProgramRecord>): ProgramRecord {
  return {
    ...{ endpoint: "http://127.0.0.1/v1", host: "127.0.0.1", model: "llama", key: null, price: null, count: 10 },
    ...{ choose: true, hour: 20, seconds: 60, state: "done", failure: null, asked: 0, answered: 0, cost: null },
    ...{ perAnswer: { price: 0, seconds: 1 }, left: 0, declined: [], seen: 0, audited: [], evenIfPoor: false },
    ...more,
  };
}

/** People have said crash of item 0, which counts for bug since, question of item 1 and bug of item 2. */
function projectAfterChanges() {
  const state = stateOfTwo(0);
  for (const [item, to] of [0, 2, 0].entries()) state.facts.set(item, fact("Ann", to));
  for (const [id, one] of firstClasses(NAMES)) state.classes.set(id, one);
  state.classes.set(1, { name: "crash", into: 0 });
  return { state, classes: classInfos(state) };
}

test("a program was wrong where it had said what people said, once that class was merged", () => {
  const audited = [
    { item: 0, said: 1 },
    { item: 1, said: 2 },
    { item: 2, said: 1 },
  ];
  const info = programInfo(projectAfterChanges(), recordOf({ audited }));
  expect(info.right).toMatchObject({ asked: 3, answered: 3, right: 3 });
  expect(info.rightPerClass[0]).toMatchObject({ asked: 2, right: 2 });
});

test("what a program said of a class that is retired since was something to choose by", () => {
  const project = projectAfterChanges();
  const record = recordOf({ audited: [0, 1, 2, 3, 4].map((item) => ({ item, said: 1 })) });
  expect(canChoose(project, record)).toBe(true);
  project.state.classes.set(1, { name: "crash", retired: true });
  expect(canChoose(project, record)).toBe(false);
  expect(programInfo(project, record).right).toMatchObject({ answered: 0 });
});

test("a program was done, though it had to wait, where people had answered the items that it had declined", () => {
  const project = { openCount: 3, isOpen: (item: number) => item >= 37 };
  expect(hasItemsFor(project, recordOf({ declined: [1, 2, 3, 4, 38] }))).toBe(true);
  expect(hasItemsFor(project, recordOf({ declined: [1, 37, 38, 39] }))).toBe(false);
});
