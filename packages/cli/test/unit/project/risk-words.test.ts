// What is printed says what it is of: errors, balanced errors or costs.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

let folder: string;
const at = (name: string) => join(folder, name);
const options = ["--label", "kind", "--kernel", "auto"];
const short = [...options, "--strategies", "xpal,random", "--budget", "5", "--repetitions", "2"];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-risk-"));
  const kind = (i: number) => (i % 10 < 2 ? "rare" : "ok");
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 10},${(i * 7) % 11},${1 + (i % 4)},${kind(i)}`);
  writeFileSync(at("whole.csv"), `a,b,minutes,kind\n${rows.join("\n")}\n`);
  const open = rows.map((row, i) => (i < 30 ? row : row.replace(/(ok|rare)$/, "")));
  writeFileSync(at("open.csv"), `a,b,minutes,kind\n${open.join("\n")}\n`);
  writeFileSync(at("costs.csv"), ",ok,rare\nok,0,1\nrare,9,0\n");
});

test("suggest under the balanced error counted gains in rows, of which a mean over classes has none", async () => {
  const head = async (...more: string[]) => {
    const { out } = await runHere(folder, ["suggest", at("open.csv"), ...options, ...more]);
    return out.split("\n").find((line) => line.includes("predicted"));
  };
  expect(await head()).toMatch(/gain +rows +predicted/);
  expect(await head("--measure", "balanced")).toMatch(/gain +predicted/);
  expect(await head("--costs", at("costs.csv"))).toMatch(/gain +cost +predicted/);
  const json = await runHere(folder, ["suggest", at("open.csv"), ...options, "--measure", "balanced", "--json"]);
  expect(JSON.parse(json.out).suggestions[0].items).toBeNull();
  const csv = await runHere(folder, ["suggest", at("open.csv"), ...options, "--measure", "balanced", "--csv"]);
  const [names, first] = csv.out.split("\n").map((line) => line.split(","));
  expect(first[names.indexOf("items")]).toBe("");
});

test("evaluate drew costs and balanced errors under the title of the test error", async () => {
  const cost = await runHere(folder, ["evaluate", at("whole.csv"), ...short, "--costs", at("costs.csv")]);
  expect(cost.out).toContain("mean cost of a test row\n");
  expect(cost.out).not.toContain("test error");
  const balanced = await runHere(folder, ["evaluate", at("whole.csv"), ...short, "--measure", "balanced"]);
  expect(balanced.out).toContain("Compared by the balanced error: lower is better.");
  expect(balanced.out).not.toContain("test error");
  const plain = await runHere(folder, ["evaluate", at("whole.csv"), ...short]);
  expect(plain.out).toContain("test error\n");
});

test("the image of an evaluation has costs at its axes, and what labels cost below", async () => {
  const words = ["--costs", at("costs.csv"), "--label-cost", "minutes", "--out", at("curves.svg")];
  const { out, err } = await runHere(folder, ["evaluate", at("whole.csv"), ...short, ...words]);
  expect(err).not.toContain("must");
  expect(out).toContain("cost of labels");
  const svg = readFileSync(at("curves.svg"), "utf8");
  expect(svg).toContain("mean cost of a test row");
  expect(svg).toContain("cost of labels");
  expect(svg).not.toContain(" %</tspan>");
});

test("the balanced error beside a curve over cost was that of labels which the curve leaves out", async () => {
  const words = ["--measure", "balanced", "--label-cost", "minutes", "--json"];
  const { out } = await runHere(folder, ["evaluate", at("whole.csv"), ...short, ...words]);
  for (const { errors, balancedError } of JSON.parse(out).strategies)
    expect(balancedError).toBeCloseTo(errors.at(-1), 12);
});

test("a forecast under costs counted errors, whatever they cost", async () => {
  const plain = await runHere(folder, ["forecast", at("open.csv"), ...options]);
  expect(plain.out).toMatch(/labels +estimated error +rough range/);
  const words = ["forecast", at("open.csv"), ...options, "--costs", at("costs.csv")];
  const cost = await runHere(folder, [...words, "--target", "0.3"]);
  expect(cost.out).toMatch(/labels +estimated mean cost +rough range/);
  expect(cost.out).toMatch(/a mean cost of 0.3/i);
  expect(cost.out).not.toContain("% error");
  const json = JSON.parse((await runHere(folder, [...words, "--json"])).out);
  expect(json).toMatchObject({ of: "mean cost", target: 0.05 }); // 5 % of 1: calling every row "rare" costs 1 at most
  expect(json.expectedCost).toBeLessThanOrEqual(9);
  expect(json).not.toHaveProperty("expectedError");
  for (const target of ["9", "0", "-1", "10%", "cheap"]) {
    const bad = await runHere(folder, [...words, "--target", target]);
    expect(bad.code, target).toBe(2);
    expect(bad.err, target).toContain("--target must be a mean cost above 0 and below the largest cost, 9");
  }
  const balanced = await runHere(folder, ["forecast", at("open.csv"), ...options, "--measure", "balanced", "--json"]);
  expect(JSON.parse(balanced.out).sentence).toContain("not the balanced error");
  const both = await runHere(folder, [...words, "--measure", "balanced", "--json"]);
  expect(JSON.parse(both.out).sentence).toContain("the mean cost over all rows, not the balanced cost");
});

test("the summary after labelling under costs spoke of an error of 5 %", async () => {
  const words = ["label", at("open.csv"), ...options, "--costs", at("costs.csv"), "--json"];
  const { out } = await runHere(folder, words, "q");
  expect(JSON.parse(out).forecast.sentence).toMatch(/a mean cost of 0.05/i);
});
