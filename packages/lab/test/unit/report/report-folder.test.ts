import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkReportFolder, fillReportFolder } from "../../../src/report/report-folder.ts";
import { smallExperiment } from "../analysis/results/small-experiment.ts";

const experiment = smallExperiment();
const other = { ...smallExperiment(), budget: 7 };
const part = { ...smallExperiment({ strategies: ["xpal", "us"] }), repetitions: 1 };
const withContents = (content: string, whole = experiment) => ({
  ...whole,
  contents: whole.datasets.map(({ name }) => whole.strategies.map(({ key }) => `${content} of ${name} and ${key}`)),
});
let home: string;
let out: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "xpal-report-"));
  out = join(home, "deep", "out");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe("the folder of a report", () => {
  test("is made with all its files, and nothing is left beside it", () => {
    fillReportFolder(experiment, out, [
      ["a.txt", "a"],
      ["figures/b.svg", "b"],
    ]);
    expect(readFileSync(join(out, "figures", "b.svg"), "utf8")).toBe("b");
    expect(readdirSync(out).sort()).toEqual(["a.txt", "figures", "report.json"]);
    expect(readdirSync(join(home, "deep"))).toEqual(["out"]);
  });
  test("is written anew for the same experiment with more runs; old figures go, the caller's files stay", () => {
    fillReportFolder({ ...experiment, records: [] } as typeof experiment, out, [["figures/old.svg", "old"]]);
    writeFileSync(join(out, "runs.sqlite"), "store");
    fillReportFolder(experiment, out, [["figures/new.svg", "new"]], ["runs.sqlite"]);
    expect(readdirSync(join(out, "figures"))).toEqual(["new.svg"]);
    expect(readFileSync(join(out, "runs.sqlite"), "utf8")).toBe("store");
  });
  test("with the report of another experiment is rejected and left as it is", () => {
    fillReportFolder(other, out, [["a.txt", "other"]]);
    expect(() => fillReportFolder(experiment, out, [["a.txt", "mine"]])).toThrow(
      /must not hold the report of another experiment, got "A small experiment"; name another folder or empty this one/,
    );
    expect(readFileSync(join(out, "a.txt"), "utf8")).toBe("other");
  });
  test("is written anew for more strategies and repetitions, but not for fewer", () => {
    fillReportFolder(part, out, [["a.txt", "part"]]);
    fillReportFolder(experiment, out, [["a.txt", "whole"]]);
    expect(() => fillReportFolder(part, out, [["a.txt", "part"]])).toThrow(/must not hold the report of another/);
    expect(readFileSync(join(out, "a.txt"), "utf8")).toBe("whole");
  });
  test("of another experiment with the same names and counts was overwritten without a question", () => {
    fillReportFolder(withContents("a"), out, [["a.txt", "theirs"]]);
    expect(() => fillReportFolder(withContents("b"), out, [["a.txt", "mine"]])).toThrow(
      /must not hold the report of an experiment with the same names but other data, options or measures, got "A small experiment"; name another folder or empty this one/,
    );
    expect(readFileSync(join(out, "a.txt"), "utf8")).toBe("theirs");
    fillReportFolder(withContents("a"), out, [["a.txt", "again"]]);
    expect(readFileSync(join(out, "a.txt"), "utf8")).toBe("again");
  });
  test("of a part with other data under the same names was overwritten by the whole", () => {
    fillReportFolder(withContents("a", part), out, [["a.txt", "part"]]);
    expect(() => fillReportFolder(withContents("b"), out, [])).toThrow(/same names but other data/);
    fillReportFolder(withContents("a"), out, [["a.txt", "whole"]]);
    expect(readFileSync(join(out, "a.txt"), "utf8")).toBe("whole");
  });
  test("that an earlier version wrote, with no contents in its mark, is taken by the names", () => {
    fillReportFolder(experiment, out, [["a.txt", "earlier"]]);
    expect(JSON.parse(readFileSync(join(out, "report.json"), "utf8"))).not.toHaveProperty("contents");
    expect(() => checkReportFolder(withContents("a", other), out)).toThrow(/must not hold the report of another/);
    fillReportFolder(withContents("a"), out, [["a.txt", "now"]]);
    expect(() => checkReportFolder(withContents("b"), out)).toThrow(/same names but other data/);
  });
  test("with a mark that was tampered with is rejected, not trusted", () => {
    fillReportFolder(other, out, []);
    writeFileSync(join(out, "report.json"), JSON.stringify({ parts: { members: "all" } }));
    expect(() => checkReportFolder(experiment, out)).toThrow(/must not hold the report of another/);
  });
  test("with anything else in it is rejected before a run is made", () => {
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, "thesis.tex"), "");
    expect(() => checkReportFolder(experiment, out)).toThrow(/must be a new or empty folder.*thesis\.tex in it/);
    expect(() => checkReportFolder(experiment, out, ["thesis.tex"])).not.toThrow();
  });
  test("that is a file is rejected", () => {
    writeFileSync(join(home, "file"), "");
    expect(() => checkReportFolder(experiment, join(home, "file"))).toThrow(
      /must be a folder that can be read, got "ENOTDIR"/,
    );
  });
  test("that cannot be made leaves nothing behind and says why", () => {
    writeFileSync(join(home, "file"), "");
    const blocked = join(home, "file", "out");
    expect(() => fillReportFolder(experiment, blocked, [["a.txt", "a"]])).toThrow(
      /must be a folder that can be written to, got "E/,
    );
    expect(readdirSync(home)).toEqual(["file"]);
    expect(existsSync(blocked)).toBe(false);
  });
});
