// The forecast is told by `xpal forecast` and in the summary of `xpal label`: for the same labels they must say the same.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { xpal } from "./run-command.ts";

const ROWS = 160;
const folder = mkdtempSync(join(tmpdir(), "xpal-alike-"));
const file = join(folder, "payments.csv");
beforeAll(() => {
  // Amounts up to 159; the dear ones are frauds, with some doubt near the border. Every fourth row has its class.
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const amount = (i * 37) % ROWS;
    const kind = amount + ((i * 13) % 30) > 140 ? "fraud" : "ok";
    return `${amount}.5,${(i * 7) % 24}.25,${1 + (i % 5)},${i % 4 === 0 ? kind : ""}`;
  });
  writeFileSync(file, `amount,hour,minutes,kind\n${rows.join("\n")}\n`);
  writeFileSync(join(folder, "costs.csv"), ",fraud,ok\nfraud,0,50\nok,1,0\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["errors", []],
  ["costs", ["--costs", join(folder, "costs.csv")]],
  ["the balanced error", ["--measure", "balanced"]],
  ["the paper's kernel", ["--kernel", "auto"]],
])("forecast and summary say the same of %s", (_, options) => {
  rmSync(`${file}.xpal.json`, { force: true }); // what an earlier command has remembered
  const words = [file, "--label", "kind", ...options, "--json"];
  const told = xpal(["forecast", ...words]);
  expect(told.code, told.err).toBe(0);
  const { target, level, more, chance, sentence } = JSON.parse(told.out);
  expect(more.high).toBeGreaterThan(0);
  const labelled = xpal(["label", ...words]);
  const summary = JSON.parse(labelled.out.slice(labelled.out.lastIndexOf('{"reason"')));
  expect(summary.forecast).toEqual({ target, level, more, chance, sentence });
});
