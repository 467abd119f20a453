// Every example that a help text gives is run as it is printed, in a folder with the files it names.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { startStudio } from "@xpal/studio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../unit/run-here.ts";
import { MAIN, xpal } from "./run-command.ts";

const COMMANDS = [
  ["inspect"],
  ["suggest"],
  ["label"],
  ["predict"],
  ["forecast"],
  ["evaluate"],
  ["datasets"],
  ["datasets", "list"],
  ["datasets", "get"],
  ["datasets", "show"],
  ["reproduce"],
  ["study"],
  ["report"],
  ["studio"],
  ["studio", "backup"],
  ["studio", "rebuild"],
  ["demo"],
  ["completion"],
];

/** These need a server; queue.test.ts, annotate.test.ts and bridge.test.ts run their examples. */
const ELSEWHERE = ["worker", "queue", "annotate", "bridge"];

const folder = mkdtempSync(join(tmpdir(), "xpal-help-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  writeFileSync(join(folder, "xpal"), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(join(folder, "xpal"), 0o755);
  expect(xpal(["datasets", "get", "iris"], { cwd: folder }).code).toBe(0);
  expect(xpal(["datasets", "get", "iris", "--labels", "12", "--out", "flowers.csv"], { cwd: folder }).code).toBe(0);
  const asked = xpal(["suggest", "flowers.csv", "--label", "class", "--count", "1", "--csv"], { cwd: folder }).out;
  writeFileSync(join(folder, "answers.csv"), asked);
  await (await startStudio({ dataDir: join(folder, "studio"), port: 0 })).close();
  writeFileSync(
    join(folder, "new-flowers.csv"),
    "sepal_length_cm,sepal_width_cm,petal_length_cm,petal_width_cm\n5.1,3.5,1.4,0.2\n6.3,2.5,5,1.9\n",
  );
});

describe("the help", () => {
  test("covers every command that the overview lists", () => {
    const listed = [...xpal(["--help"]).out.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name);
    const covered = new Set([...COMMANDS.map(([name]) => name), ...ELSEWHERE, "help"]);
    expect(listed.filter((name) => !covered.has(name))).toEqual([]);
    expect(listed).toContain("suggest");
  });

  test.each(COMMANDS)("of %s %s has an example, and it works", async (...words) => {
    const given = words.filter((word) => word !== undefined);
    const { out } = await runHere(folder, [...given, "--help"]); // sooner than starting the command
    const examples = /Examples?:\n((?: {2}\S.*\n)+)/.exec(out)?.[1].trim().split("\n") ?? [];
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const { status, stderr } = spawnSync("sh", ["-c", example.trim()], {
        cwd: folder,
        encoding: "utf8",
        input: "",
        env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
      });
      expect({ example, status, stderr }).toEqual({ example, status: 0, stderr: expect.any(String) });
    }
  });
});
