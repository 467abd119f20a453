import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { riskOf } from "../../../src/project/project-risk.ts";
import { runHere } from "../run-here.ts";

let folder: string;
let file: string;
const at = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-costs-"));
  file = at("payments.csv");
  const rows = Array.from({ length: 40 }, (_, i) => {
    const x = i % 20;
    return `${x},${i % 3},${i < 8 ? (x < 6 ? "ok" : "fraud") : ""}`;
  });
  writeFileSync(file, `amount,hour,kind\n${rows.join("\n")}\n`);
  writeFileSync(at("costs.csv"), ",ok,fraud\nok,0,1\nfraud,50,0\n");
});

test("suggest tells what a label is worth in cost, and predict calls more rows the dear class", async () => {
  const options = ["--label", "kind", "--kernel", "auto"];
  const plain = JSON.parse((await runHere(folder, ["predict", file, ...options, "--json"])).out);
  const dear = JSON.parse(
    (await runHere(folder, ["predict", file, ...options, "--costs", at("costs.csv"), "--json"])).out,
  );
  const frauds = ({ predictions }: typeof plain) =>
    predictions.filter((one: { class: string }) => one.class === "fraud").length;
  expect(frauds(dear)).toBeGreaterThan(frauds(plain));
  expect(dear.predictions[0].cost).toBeGreaterThanOrEqual(0);
  expect(plain.predictions[0]).not.toHaveProperty("cost");
  const { out } = await runHere(folder, ["suggest", file, ...options, "--costs", at("costs.csv"), "--count", "2"]);
  expect(out).toMatch(/expected to save a cost of|not expected to change/);
  const json = JSON.parse(
    (await runHere(folder, ["suggest", file, ...options, "--costs", at("costs.csv"), "--json"])).out,
  );
  expect(json.measure).toBe("cost");
});

test("costs are remembered beside the journal", async () => {
  await runHere(folder, ["label", file, "--label", "kind", "--kernel", "auto", "--costs", at("costs.csv")], "1q");
  expect(JSON.parse(readFileSync(`${file}.xpal.json`, "utf8"))).toMatchObject({ costs: "costs.csv" });
  expect(JSON.parse((await runHere(folder, ["suggest", file, "--json"])).out).measure).toBe("cost");
});

test.each([
  [
    ",ok,fraud\nok,0,-1\nfraud,50,0\n",
    /true class "ok", called "fraud" must be a number that is not negative, got "-1"/,
  ],
  [",ok\nok,0\n", /must name at least two classes/],
  [",ok,fraud,theft\nok,0,1,1\nfraud,50,0,1\n", /must have a line with 3 costs for the true class "theft"/],
  [",ok,scam\nok,0,1\nscam,50,0\n", /must have a row and a column for every class, but "fraud" is missing/],
])("a file that is not a table of costs is rejected in one sentence: %j", async (text, message) => {
  writeFileSync(at("costs.csv"), text);
  const { code, err } = await runHere(folder, ["suggest", file, "--label", "kind", "--costs", at("costs.csv")]);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});

test.each(["suggest", "predict", "forecast", "label", "evaluate", "annotate"])(
  "%s rejects bad costs, label costs and measures in the same sentences as the others",
  async (command) => {
    const program = ["--endpoint", "http://127.0.0.1:9/v1", "--model", "m", "--count", "0", "--audit", "0"];
    const options = ["--label", "kind", "--kernel", "auto", ...(command === "annotate" ? program : [])];
    const saying = async (...more: string[]) => {
      const { code, err } = await runHere(folder, [command, file, ...options, ...more]);
      return [code, err.trim().split("\n").at(-1)?.replace(`xpal ${command}: `, "")];
    };
    const costs = ["--costs", at("costs.csv")];
    for (const [text, sentence] of [
      [
        ",ok,fraud\nok,0,-1\nfraud,50,0\n",
        'true class "ok", called "fraud" must be a number that is not negative, got "-1"',
      ],
      [
        ",ok,fraud\nok,0,NaN\nfraud,50,0\n",
        'true class "ok", called "fraud" must be a number that is not negative, got "NaN"',
      ],
      [
        ",ok,scam\nok,0,1\nscam,5,0\n",
        'must have a row and a column for every class, but "fraud" is missing, got "ok, scam"',
      ],
      [",ok,fraud\nok,0,0\nfraud,0,0\n", "must have at least one cost above 0"],
      [",ok,fraud\nok,0\nfraud,5,0\n", 'must have a line with 2 costs for the true class "ok", got "fraud"; '],
    ]) {
      writeFileSync(at("costs.csv"), text);
      expect(await saying(...costs)).toEqual([2, expect.stringContaining(sentence)]);
    }
    expect(await saying("--label-cost", "amount")).toEqual([
      2,
      expect.stringContaining("must be a number above 0, got 0"),
    ]);
    expect(await saying("--label-cost", "minutes")).toEqual([
      2,
      expect.stringContaining('column "minutes" must be a column'),
    ]);
  },
);

test("costs among 300 classes of 1,000 rows, which would take hours a question, are rejected", () => {
  const classes = Array.from({ length: 300 }, (_, y) => `c${y}`);
  const costs = classes.map((_, y) => classes.map((_, d) => (y === d ? 0 : 1 + d)));
  const options = { costs: "costs.csv", kernel: "auto" as const };
  expect(() => riskOf({ classes, costs }, classes, 1000, options)).toThrow(
    "--costs must be for at most 256 classes where a file has 1000 rows: a question would take longer than ten minutes, got 300",
  );
  expect(() => riskOf({ classes, costs }, classes, 100, options)).not.toThrow();
});

test("a file that is not there is rejected, and an answer that is always best is warned of", async () => {
  const missing = await runHere(folder, ["suggest", file, "--label", "kind", "--costs", at("none.csv")]);
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("--costs must exist")]);
  writeFileSync(at("costs.csv"), ",ok,fraud\nok,0,1\nfraud,0,0\n");
  const { err } = await runHere(folder, ["suggest", file, "--label", "kind", "--costs", at("costs.csv")]);
  expect(err).toContain('calling every item "ok" never costs more than any other answer');
});

test("evaluate compares by cost, or by the balanced error, and tells balanced error and macro F1", async () => {
  const whole = at("whole.csv");
  const rows = Array.from({ length: 60 }, (_, i) => `${i},${(i * 7) % 10},${i % 10 < 2 ? "rare" : "ok"}`);
  writeFileSync(whole, `a,b,kind\n${rows.join("\n")}\n`);
  writeFileSync(at("costs.csv"), ",ok,rare\nok,0,1\nrare,9,0\n");
  const options = [
    "--label",
    "kind",
    "--kernel",
    "auto",
    "--strategies",
    "xpal,random",
    "--budget",
    "4",
    "--repetitions",
    "2",
  ];
  const cost = JSON.parse(
    (await runHere(folder, ["evaluate", whole, ...options, "--costs", at("costs.csv"), "--json"])).out,
  );
  expect(cost.compared).toBe("cost");
  expect(Math.max(...cost.strategies[0].errors)).toBeLessThanOrEqual(9);
  expect(cost.strategies[0].macroF1).toBeLessThanOrEqual(1);
  const { out } = await runHere(folder, ["evaluate", whole, ...options, "--measure", "balanced"]);
  expect(out).toContain("balanced error");
  expect(out).toContain("macro F1");
});

test("label-cost chooses by gain per cost, leaves the column out of the features, and rejects what is no cost", async () => {
  const priced = at("priced.csv");
  const rows = Array.from(
    { length: 40 },
    (_, i) => `${i % 20},${i % 3},${1 + (i % 4)},${i < 6 ? (i % 20 < 3 ? "ok" : "fraud") : ""}`,
  );
  writeFileSync(priced, `amount,hour,minutes,kind\n${rows.join("\n")}\n`);
  const options = ["--label", "kind", "--kernel", "auto", "--label-cost", "minutes"];
  const { suggestions } = JSON.parse((await runHere(folder, ["suggest", priced, ...options, "--json"])).out);
  expect(suggestions[0].score).toBeCloseTo(suggestions[0].gain / suggestions[0].labelCost, 12);
  expect((await runHere(folder, ["suggest", priced, ...options])).out).toContain("label cost");
  const rule = ["--label", "kind", "--kernel", "auto", "--label-cost", "1 + 2 * minutes"];
  const byRule = JSON.parse((await runHere(folder, ["suggest", priced, ...rule, "--json"])).out).suggestions[0];
  expect(byRule.labelCost).toBe(1 + 2 * (1 + (byRule.row % 4)));
  const wrong = await runHere(folder, ["suggest", priced, ...rule.slice(0, -1), "2 ** minutes"]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('but "*" is not expected there')]);
  const us = await runHere(folder, ["suggest", priced, ...options, "--strategy", "us"]);
  expect([us.code, us.err]).toEqual([2, expect.stringContaining("--label-cost must go with --strategy xpal")]);
  writeFileSync(priced, `amount,hour,minutes,kind\n${rows.join("\n").replace("19,1,4,", "19,1,0,")}\n`);
  const free = await runHere(folder, ["suggest", priced, ...options]);
  expect([free.code, free.err]).toEqual([
    2,
    expect.stringMatching(/column "minutes", line \d+ must be a number above 0, got 0/),
  ]);
  const none = await runHere(folder, ["suggest", priced, "--label", "kind", "--label-cost", "hours"]);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("hours")]);
});
