// Whom an item is put to, by gains and costs that are worked by hand, and by a small pool.

import { createPool, Labels, Learner, matrixFrom, type Question, rbf, xpal } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { preferred, programItems } from "../../../src/server/scoring/program-items.ts";

const PROGRAM = 0;
const PERSON = 1;
const question = (item: number, annotator: number, gain: number, information: number): Question => ({
  ...{ item, annotator, gain, information, worth: gain, secondOpinion: false },
});
const costOf = ({ annotator }: Question) => (annotator === PROGRAM ? 1 : 10);

describe("an item is put to the program", () => {
  test("where its answer gains more per cost, else to a person", () => {
    const questions = [
      ...[question(4, PROGRAM, 0.02, 0.1), question(4, PERSON, 0.1, 0.4)], // 0.02 against 0.01
      ...[question(5, PROGRAM, 0.009, 0.1), question(5, PERSON, 0.1, 0.4)], // 0.009 against 0.01
      ...[question(6, PROGRAM, 0.05, 0.1), question(6, PERSON, 0.1, 0.4)], // 0.05 against 0.01
    ];
    expect(preferred(questions, PROGRAM, costOf)).toEqual([6, 4]);
  });
  test("where nobody's answer changes a prediction, if it tells more of the item per cost", () => {
    const questions = [
      ...[question(1, PROGRAM, 0, 0.1), question(1, PERSON, 0, 0.5)], // 0.1 against 0.05
      ...[question(2, PROGRAM, 0, 0.04), question(2, PERSON, 0, 0.5)], // 0.04 against 0.05
      ...[question(3, PROGRAM, 0, 0), question(3, PERSON, 0, 0)],
    ];
    expect(preferred(questions, PROGRAM, costOf)).toEqual([1]);
  });
  test("by the best of several people, and by what the label of each item costs", () => {
    const questions = [
      ...[question(1, PROGRAM, 0.02, 0), question(1, PERSON, 0.1, 0), question(1, 2, 0.3, 0)], // 0.02 against 0.03
      ...[question(2, PROGRAM, 0.02, 0), question(2, PERSON, 0.1, 0), question(2, 2, 0.3, 0)],
    ];
    expect(preferred(questions, PROGRAM, costOf)).toEqual([]);
    const dear = (one: Question) => (one.annotator === PROGRAM ? 1 : one.item === 2 ? 100 : 10);
    expect(preferred(questions, PROGRAM, dear)).toEqual([2]);
  });
});

describe("of a small pool", () => {
  // Two groups; the program is always right about the first and says nothing about the second.
  const parts = {
    features: matrixFrom([...Array.from({ length: 30 }, (_, i) => [i < 15 ? i / 100 : 9 + i / 100])]),
    kernel: rbf({ bandwidth: 1 }),
    classes: ["a", "b"],
  };
  const pool = createPool(parts);
  const people = Array.from({ length: 8 }, (_, i) => (i < 4 ? i : 15 + i - 4));
  const truth = (item: number) => (item < 15 ? 0 : 1);
  const labels = Labels.from(
    pool,
    people.map((item) => [item, pool.classes[truth(item)]]),
  );
  const ask = async (said: (item: number) => number, costs: { program: number; person: number }) => {
    const answers = people.flatMap((item) => [
      { item, annotator: PROGRAM, answer: said(item) },
      { item, annotator: PERSON, answer: truth(item) },
    ]);
    const learner = await Learner.create({ ...parts, strategy: xpal(), seed: 1 });
    return programItems(learner, labels, {
      ...{
        annotators: 2,
        answers,
        measured: [PROGRAM],
        known: people.map((item) => [item, truth(item)] as const),
        costs,
      },
      ...{ items: [10, 25], program: PROGRAM, people: [PERSON] },
    });
  };

  test("a program that is right is asked when it is cheap, and not when it costs more than a person", async () => {
    expect((await ask(truth, { program: 1, person: 20 })).sort()).toEqual([10, 25]);
    expect(await ask(truth, { program: 21, person: 20 })).toEqual([]);
  });
  test("a program whose answers say nothing is not asked, however cheap it may be", async () => {
    expect(await ask(() => 0, { program: 1, person: 20 })).toEqual([]);
  });
});
