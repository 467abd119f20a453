import { maximumGain, noImprovement, type StopRule, targetStop } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { forecastOutcomes } from "../../../../src/analysis/stopping/forecast-coverage.ts";
import { replayRule } from "../../../../src/analysis/stopping/replay-rule.ts";
import { datasetsOf, stopResults, summaryOf } from "../../../../src/analysis/stopping/stop-results.ts";
import { forecastTable } from "../../../../src/report/tables/forecast-table.ts";
import { stoppingTable } from "../../../../src/report/tables/stopping-table.ts";
import { madeUpRun } from "./made-up-run.ts";

describe("a rule along a recorded run", () => {
  test("stops at the first recorded place where it would, with the errors and the regret there", () => {
    // Gains 0.1, 0.05, 0.03: at 10 labels it is at most 0.03. Labels and wrong items: 20, 19, 16, 17, 20, so 0 more than the best.
    expect(replayRule(maximumGain({ threshold: 0.03 }), madeUpRun())).toEqual({
      ...{ dataset: "d", repetition: 1, stopped: true, labels: 10, audits: 0, openError: 0.2, testError: 0.25 },
      regret: 0,
    });
    expect(replayRule(maximumGain({ threshold: 0.05 }), madeUpRun())).toMatchObject({ labels: 5, regret: 3 });
  });

  test("that never stops has spent the whole run", () => {
    const never = noImprovement({ labels: 1000 });
    expect(replayRule(never, madeUpRun())).toMatchObject({ stopped: false, labels: 20, openError: 0, regret: 4 });
  });

  test("counts audits among the labels and draws them from the open items", () => {
    const counted: number[][] = [];
    const twice: StopRule = {
      name: "two audits, then stop",
      decide(states) {
        const { audits, labels } = states[states.length - 1];
        counted.push([labels, ...audits]);
        const reason = { measure: "gain", value: 0, limit: 0 } as const;
        return { stop: audits.length === 2, next: "audit", reason };
      },
      toJSON: () => ({}),
    };
    const allWrong = madeUpRun({ openWrong: [40, 35, 30, 25, 20] });
    expect(replayRule(twice, allWrong)).toMatchObject({ stopped: true, labels: 2, audits: 2 });
    expect(counted).toEqual([[0], [1, 1], [2, 1, 1]]);
  });

  test("does not spend more audits than the budget", () => {
    const long = madeUpRun({ openWrong: [0, 0, 0, 0, 0], leftOutWrong: [0, 0, 0, 0, 0], expected: [0, 0, 0, 0, 0] });
    const { stopped, labels } = replayRule(targetStop({ error: 0.01 }), long);
    expect(stopped).toBe(false);
    expect(labels).toBeLessThanOrEqual(20);
  });
});

describe("the results of rules", () => {
  test("judge a promise by its own target and other rules by all of them", () => {
    const results = stopResults([madeUpRun()]);
    const all = new Set(["d"]);
    const gain = results.find(({ compared }) => compared.title === "maximum gain");
    expect(gain && summaryOf(gain, all).held.map(({ target }) => target)).toEqual([0.05, 0.1, 0.2]);
    const word = results.find(({ compared }) => compared.title === "expected error, 5 %");
    // At 15 labels it expects 4 %, and 2 of 25 are wrong: the promise of 5 % is broken.
    expect(word && summaryOf(word, all)).toMatchObject({ stopped: 1, labels: 15, held: [{ target: 0.05, open: 0 }] });
  });

  test("are told by halves: the names that constants were chosen on (decision 0071), and the others", () => {
    const { chosen, others } = halvesOf([...CHOSEN_ON, ...OTHERS]);
    expect(chosen).toEqual(CHOSEN_ON);
    expect(others).toEqual(OTHERS);
  });

  test("of a part of the datasets, or of one more, came under the wrong half", () => {
    expect(halvesOf(["wine", "iris", "glass", "ecoli"])).toEqual({
      chosen: ["glass", "iris"],
      others: ["ecoli", "wine"],
    });
    expect(halvesOf(["a-new-one", "iris", "kc2"])).toEqual({ chosen: ["iris"], others: ["kc2"] });
  });

  test("of datasets that no constant was chosen on were told by halves", () => {
    const runs = ["mine-a", "mine-b"].map((dataset) => ({ ...madeUpRun(), dataset }));
    expect(halvesOf(["mine-a", "mine-b"])).toEqual({ chosen: [], others: [] });
    expect([...datasetsOf(runs, "all")]).toEqual(["mine-a", "mine-b"]);
    expect(stoppingTable(stopResults(runs)).groups.map(({ title }) => title)).toEqual(["all datasets"]);
    const forecasts = forecastTable(forecastOutcomes(runs));
    expect(forecasts.groups.filter(({ title }) => !title?.startsWith("all datasets"))).toEqual([]);
  });
});

function halvesOf(names: readonly string[]) {
  const runs = names.map((dataset) => ({ dataset }));
  return { chosen: [...datasetsOf(runs, "chosen on")], others: [...datasetsOf(runs, "others")] };
}

const CHOSEN_ON = [
  ...["balance-scale", "blood-transfusion", "chscase-vine2", "diabetes", "glass", "iris", "monks-problems-1"],
  ...["prnn-crabs", "qualitative-bankruptcy", "reports-mozilla", "sonar", "tic-tac-toe", "vehicle", "wdbc"],
];

const OTHERS = [
  ...["banknote-authentication", "car-evaluation", "corral", "ecoli", "ionosphere", "kc2", "parkinsons"],
  ...["qsar-biodeg", "reports-compendium", "seeds", "steel-plates-fault", "user-knowledge", "vertebra-column", "wine"],
];
