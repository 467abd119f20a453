// Costs that are all equal are the zero-one loss in another unit: what is printed as a cost is in that unit.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

let folder: string;
const at = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-equal-"));
  const kind = (i: number) => (i % 10 < 4 || i % 7 === 0 ? "no" : "yes");
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 10},${(i * 7) % 11},${kind(i)}`);
  writeFileSync(at("whole.csv"), `a,b,kind\n${rows.join("\n")}\n`);
  const open = rows.map((row, i) => (i < 30 ? row : row.replace(/(no|yes)$/, "")));
  writeFileSync(at("open.csv"), `a,b,kind\n${open.join("\n")}\n`);
  writeFileSync(at("fives.csv"), ",no,yes\nno,0,5\nyes,5,0\n");
});

const jsonOf = async (...words: string[]) => JSON.parse((await runHere(folder, [...words, "--json"])).out);

test.each(["auto", "learned"])("evaluate printed an error rate as the mean cost: --kernel %s", async (kernel) => {
  const words = ["evaluate", at("whole.csv"), "--label", "kind", "--kernel", kernel];
  const short = [...words, "--strategies", "xpal,random", "--budget", "8", "--repetitions", "2"];
  const plain = await jsonOf(...short);
  const priced = await jsonOf(...short, "--costs", at("fives.csv"));
  expect(priced.compared).toBe("cost");
  for (const [s, { errors }] of plain.strategies.entries()) {
    for (const [t, error] of errors.entries()) expect(priced.strategies[s].errors[t]).toBeCloseTo(5 * error, 12);
  }
});

test("predict left the expected cost out, which suggest and forecast told", async () => {
  const words = ["predict", at("open.csv"), "--label", "kind", "--costs", at("fives.csv")];
  const { predictions } = await jsonOf(...words);
  expect(predictions).toHaveLength(30);
  for (const { cost, probability } of predictions) expect(cost).toBeCloseTo(5 * (1 - probability), 12);
  const csv = await runHere(folder, [...words, "--csv"]);
  expect(csv.out.split("\n")[0]).toContain(",probability,cost,");
});
