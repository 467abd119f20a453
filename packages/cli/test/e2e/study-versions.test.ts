// Runs that an earlier version of xpal has left in a store.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Outcome, openStore } from "../../../store/src/index.ts";
import { xpal } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-versions-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (line: string) => xpal(line.split(" "), { cwd: folder });
const page = (name: string) => readFileSync(join(folder, name, "index.html"), "utf8");
const current = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;

/** A store with half of the runs, which say that they are of version 0.0.1. */
async function keepEarlierRuns(): Promise<void> {
  const [from, to] = await Promise.all(
    ["now", "mixed"].map((name) => openStore(`sqlite:${join(folder, name)}.sqlite`)),
  );
  for await (const { key, outcome } of from.runs.list()) {
    if (key.endsWith("/1")) await to.runs.put(key, { ...(outcome as object), version: "0.0.1" } as Outcome);
  }
  await Promise.all([from.close(), to.close()]);
}

beforeAll(() => {
  const plan = "datasets: [{ bundled: iris }]\nstrategies: [us, rand]\nreference: us\nrepetitions: 2\nbudget: 3\n";
  writeFileSync(join(folder, "plan.yaml"), plan);
});

describe("runs of an earlier version", () => {
  test("were used again without a remark in the report, the command or its JSON", async () => {
    const first = run("study plan.yaml --store sqlite:now.sqlite --out now --json");
    expect({ code: first.code, err: first.err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(first.out)).not.toHaveProperty("versions");
    expect(page("now")).not.toContain("Versions of the runs");
    await keepEarlierRuns();
    const versions = expect.arrayContaining([
      { version: "0.0.1", runs: 2 },
      { version: current, runs: 2 },
    ]);
    const mixed = run("study plan.yaml --store sqlite:mixed.sqlite --out mixed --json");
    expect(JSON.parse(mixed.out)).toMatchObject({ runs: 4, versions, failures: [] });
    expect(page("mixed")).toMatch(/<dt>Versions of the runs<\/dt><dd>2 of xpal 0\.0\.1, 2 of xpal /);
    const drawn = run("report mixed.sqlite --out drawn --json");
    expect(JSON.parse(drawn.out)).toMatchObject({ runs: 4, versions });
    expect(run("report mixed.sqlite --out drawn").out).toContain("2 runs of xpal 0.0.1, 2 runs of xpal");
    expect(run("study plan.yaml --store sqlite:mixed.sqlite --out mixed").out).toContain("take a new store");
  });
});
