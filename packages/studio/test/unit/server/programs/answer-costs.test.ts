import { describe, expect, test } from "vitest";
import { answerCosts, medianSeconds } from "../../../../src/server/programs/answer-costs.ts";

describe("what an answer costs, worked by hand", () => {
  test("is price and time at what an hour is worth", () => {
    // The program: 0.002, and 9 s at 20 an hour are 0.05. The person: 18 s are 0.1.
    const costs = answerCosts({ perAnswer: { price: 0.002, seconds: 9 }, hour: 20 }, {}, 18);
    expect(costs.program).toBeCloseTo(0.052, 12);
    expect(costs.person).toBeCloseTo(0.1, 12);
  });
  test("of a person is the cost of a label where the project has one", () => {
    const costs = answerCosts({ perAnswer: { price: 0.4, seconds: 0 }, hour: 20 }, { labelCost: 0.3 }, 18);
    expect(costs).toEqual({ program: 0.4, person: 0.3 });
  });
  test("of a program is never below a twentieth of a person's, and not known before its first answer", () => {
    const { program, person } = answerCosts({ perAnswer: { price: 0, seconds: 0.001 }, hour: 36 }, {}, 10);
    expect(person).toBe(0.1);
    expect(program).toBeCloseTo(0.005, 12);
    expect(answerCosts({ perAnswer: null, hour: 36 }, {}, null)).toEqual({ person: 0.05, program: null }); // 5 s
  });
  test("can always be divided by", () => {
    const { program, person } = answerCosts({ perAnswer: { price: 0, seconds: 0 }, hour: 0 }, { labelCost: 0 }, 3);
    expect(person).toBeGreaterThan(0);
    expect(program).toBeGreaterThan(0);
  });
});

test("the median of people's seconds leaves out programs and answers without a time", () => {
  const facts = [
    { by: "Ann", seconds: 3 },
    { by: "program llama", seconds: 0.1 },
    { by: "Ben", seconds: 9 },
    { by: "Ann" },
    { by: "Ann", seconds: 4 },
  ];
  expect(medianSeconds(facts)).toBe(4);
  expect(medianSeconds([])).toBeNull();
});
