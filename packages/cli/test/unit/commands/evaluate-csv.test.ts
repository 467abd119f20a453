import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runHere } from "../run-here.ts";

test("evaluate prints the curves of all splits with every measure, and warns of what may spoil them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "xpal-evaluate-"));
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${(i * 7919) % 101},${(i * 31) % 17},${i % 2},${["a", "b"][i % 2]}`,
  );
  writeFileSync(join(folder, "t.csv"), `x,y,copy,class\n${rows.join("\n")}\n`);
  const words = ["evaluate", "t.csv", "--label", "class", "--kernel", "auto", "--strategies", "us,random"];
  const { code, out } = await runHere(folder, [...words, "--budget", "3", "--repetitions", "2", "--csv"]);
  const [head, ...lines] = out.trim().split("\n");
  expect([code, head]).toEqual([0, "strategy,split,labels,error,balancedError,macroF1"]);
  expect(lines).toHaveLength(2 * 2 * 4); // strategies, splits, 0 to 3 labels
  expect(lines[0]).toMatch(/^us,1,0,/);
  const plain = await runHere(folder, [...words, "--budget", "3", "--repetitions", "2"]);
  expect(plain.err).toMatch(/column "copy" alone tells the class in all 60 labelled rows; leave it out with --ignore/);
  rmSync(folder, { recursive: true });
});
