import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { withStandardInput } from "../../../src/terminal/standard-input.ts";
import { runHere } from "../run-here.ts";

test("a table that is piped in is read as a file, and nothing of it stays", async () => {
  const table = "x;price;class\n1;2,50 €;a\n2;3,50 €;b\n5;7 €;\n";
  const { words, end } = withStandardInput(["inspect", "-", "--json"], () => new TextEncoder().encode(table));
  const { code, out } = await runHere(tmpdir(), [...words]);
  expect(code).toBe(0);
  expect(JSON.parse(out).columns[1]).toMatchObject({ name: "price", role: "numeric", reason: "numbers in €" });
  end();
  expect(existsSync(words[1])).toBe(false);
});

test("a dash that is the value of an option, or the file to label, stays", () => {
  for (const words of [
    ["inspect", "a.csv", "--missing", "-"],
    ["label", "-"],
  ]) {
    expect(withStandardInput(words).words).toBe(words);
  }
});
