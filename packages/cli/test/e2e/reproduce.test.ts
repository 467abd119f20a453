// The three commands for experiments, as built.
import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openmlServer } from "../../../data/test/openml-server.ts";
import { setStoreVersion } from "../../../store/test/store-version.ts";
import { MAIN, xpal, xpalBeside } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-reproduce-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const QUICK =
  "reproduce --quick --datasets iris,blobs --strategies xpal,rand,us --repetitions 3 --budget 20 --no-times";
const words = (line: string) => line.split(" ");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

beforeAll(() => {
  const { code, err } = xpal(words(`${QUICK} --out first`), { cwd: folder });
  expect({ code, err }).toEqual({ code: 0, err: "" });
});

describe("xpal reproduce --quick", () => {
  test("leaves a page that opens offline, and the numbers", () => {
    const page = read("first/index.html");
    expect(page).toContain("A quick look at xPAL and its rivals");
    expect(page).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//);
    const aulc = JSON.parse(read("first/aulc.json"));
    expect(aulc.strategies).toEqual(["xpal", "rand", "us"]);
    expect(aulc.rows.map((row: { dataset: string }) => row.dataset)).toEqual(["iris", "blobs"]);
    for (const { cells } of aulc.rows) {
      for (const cell of Object.values<{ mean: number; repetitions: number }>(cells)) {
        expect(cell.mean).toBeGreaterThan(0);
        expect(cell.mean).toBeLessThan(0.6);
        expect(cell.repetitions).toBe(3);
      }
    }
    for (const name of ["ranks.json", "times.json", "curves.csv", "curves.parquet"]) {
      expect(existsSync(join(folder, "first", name)), name).toBe(true);
    }
  });

  test("leaves every table as CSV and LaTeX, and every figure, with the same numbers", () => {
    const tables = readdirSync(join(folder, "first", "tables"));
    const names = [...new Set(tables.map((file) => file.replace(/\.\w+$/, "")))];
    expect(names).toEqual(expect.arrayContaining(["aulc", "datasets", "ranks-rbf", "strategies", "times"]));
    expect(tables.sort()).toEqual(names.flatMap((name) => [`${name}.csv`, `${name}.tex`]).sort());
    const { rows } = JSON.parse(read("first/aulc.json"));
    const { mean } = rows[0].cells.xpal;
    expect(read("first/tables/aulc.csv")).toContain(`\niris,rbf,xpal,3,${mean},`);
    expect(read("first/tables/aulc.tex")).toContain(mean.toFixed(3).replace(/^0/, ""));
    for (const name of ["curves-iris", "curves-blobs", "ranks-rbf", "usefulness-own-xpal", "usefulness-random-xpal"]) {
      expect(read(`first/figures/${name}.svg`), name).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
    }
  });

  test("runs nothing again in the same folder, and says the same", () => {
    const before = read("first/curves.csv");
    const { code, out } = xpal(words(`${QUICK} --out first --json`), { cwd: folder });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ runs: 18, failures: [], strategies: [{ strategy: "xpal" }, {}, {}] });
    expect(read("first/curves.csv")).toBe(before);
  });

  test("does not touch a folder with other results", () => {
    const before = readdirSync(join(folder, "first")).sort();
    const { code, err } = xpal(words(`${QUICK.replace("--budget 20", "--budget 10")} --out first`), { cwd: folder });
    expect(code).toBe(2);
    expect(err).toMatch(/^xpal reproduce: .*first must not hold the report of another experiment.*\n$/);
    mkdirSync(join(folder, "thesis"));
    writeFileSync(join(folder, "thesis", "chapter.tex"), "");
    const other = xpal(words(`${QUICK} --out thesis`), { cwd: folder });
    expect(other.code).toBe(2);
    expect(other.err).toContain("chapter.tex");
    expect(readdirSync(join(folder, "thesis"))).toEqual(["chapter.tex"]);
    expect(readdirSync(join(folder, "first")).sort()).toEqual(before);
  });

  test.each([
    [
      "--datasets iris,irs",
      'datasets must be among iris, wine, breast-cancer, blobs, balance-scale, monks-1 for a quick run, got "irs"',
    ],
    ["--strategies xpal,best", "strategies must be among"],
    ["--repetitions 0", "--repetitions must be an integer from 1 to 1000"],
    ["--store mysql://here", 'url must be "sqlite:PATH" or'],
  ])("rejects %s in one sentence", (option, sentence) => {
    const [name] = option.split(" ");
    const rest = words(QUICK).filter((word, at, all) => word !== name && all[at - 1] !== name);
    const { code, err } = xpal([...rest, ...words(option), "--out", "rejected"], { cwd: folder });
    expect({ code, lines: err.trimEnd().split("\n").length }).toEqual({ code: 2, lines: 1 });
    expect(err).toContain(sentence);
    expect(existsSync(join(folder, "rejected"))).toBe(false);
  });

  test("ends cleanly on Ctrl-C and goes on afterwards", async () => {
    const line = words(
      "reproduce --quick --datasets iris --strategies xpal,rand --repetitions 1000 --budget 40 --threads 2 --no-times --out stopped",
    );
    const child = spawn(process.execPath, [MAIN, ...line], { cwd: folder });
    let err = "";
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    const end = new Promise<number | null>((resolve) => child.once("close", resolve));
    const store = join(folder, "stopped", "runs.sqlite-wal");
    while (!existsSync(store) || readFileSync(store).length < 400_000)
      await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill("SIGINT");
    expect(await end).toBe(130);
    expect(err).toBe("xpal reproduce: stopped; the same command continues where it stopped\n");
    const drawn = xpal(["report", "stopped/runs.sqlite", "--out", "so-far", "--json"], { cwd: folder });
    expect(drawn.code).toBe(0);
    const { runs } = JSON.parse(drawn.out);
    expect(runs).toBeGreaterThan(5);
    expect(runs).toBeLessThan(2000);
  });
});

describe("xpal reproduce --data", () => {
  test("takes any folder in the format, whatever its datasets are called", () => {
    mkdirSync(join(folder, "data"));
    const rows = Array.from({ length: 30 }, (_, i) => `${Math.sin(i)},${(i * 7) % 10},${i % 2 ? "yes" : "no"}`);
    writeFileSync(join(folder, "data", "mine.csv"), `a,b,class\n${rows.join("\n")}\n`);
    writeFileSync(
      join(folder, "data", "datasets.json"),
      JSON.stringify([{ name: "mine", file: "mine.csv", kernel: "rbf" }]),
    );
    const line = "reproduce --strategies xpal,rand --repetitions 2 --no-times --out own";
    const { code, err } = xpal(words(line), { cwd: folder, env: { XPAL_DATASETS: "data" } });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(read("own/aulc.json")).rows[0].dataset).toBe("mine");
  });
});

describe("xpal reproduce --data with a class of one member", () => {
  const data = join(folder, "lonely");
  beforeAll(() => {
    mkdirSync(data);
    const rows = (classOf: (i: number) => string) =>
      Array.from({ length: 20 }, (_, i) => `${i},${i % 7},${classOf(i)}`);
    writeFileSync(join(data, "lonely.csv"), `a,b,class\n${rows((i) => (i === 3 ? "z" : "xy"[i % 2])).join("\n")}\n`);
    writeFileSync(join(data, "fine.csv"), `a,b,class\n${rows((i) => "xy"[i % 2]).join("\n")}\n`);
    const entries = ["lonely", "fine"].map((name) => ({ name, file: `${name}.csv`, kernel: "rbf" }));
    writeFileSync(join(data, "datasets.json"), JSON.stringify(entries));
  });
  const line = "reproduce --data lonely --strategies xpal,rand --repetitions 1 --no-times";

  test("leaves that dataset out with a sentence and goes on with the others", () => {
    const { code, err } = xpal(words(`${line} --out without-lonely`), { cwd: folder });
    expect({ code, err }).toEqual({
      code: 0,
      err: 'a dataset was left out: lonely, class "z" must have at least two members, one to train and one to test on, got 1; drop the class, or merge it with another\n',
    });
    const { rows } = JSON.parse(read("without-lonely/aulc.json"));
    expect(rows.map((row: { dataset: string }) => row.dataset)).toEqual(["fine"]);
  });

  test("rejects it where nothing is left, and leaves nothing behind", () => {
    const { code, err } = xpal(words(`${line} --datasets lonely --out nothing`), { cwd: folder });
    expect({ code, lines: err.trimEnd().split("\n").length }).toEqual({ code: 2, lines: 1 });
    expect(err).toMatch(/^xpal reproduce: datasets must include one that can be used; .*class "z"/);
    expect(existsSync(join(folder, "nothing"))).toBe(false);
  });
});

describe("a store of another version", () => {
  test("is rejected in one sentence by all three commands, and left as it is", () => {
    const file = join(folder, "later.sqlite");
    copyFileSync(join(folder, "first", "runs.sqlite"), file);
    setStoreVersion(file, 99);
    const before = readFileSync(file);
    writeFileSync(join(folder, "tiny.yaml"), "datasets: [{ generator: blobs }]\nstrategies: [rand]\nrepetitions: 1\n");
    for (const line of [
      `${QUICK} --store sqlite:later.sqlite`,
      "study tiny.yaml --store sqlite:later.sqlite",
      "report later.sqlite",
    ]) {
      const { code, err } = xpal([...words(line), "--out", "later"], { cwd: folder });
      expect({ code, lines: err.trimEnd().split("\n").length }, err).toEqual({ code: 2, lines: 1 });
      expect(err).toMatch(/must name a store of version 1, got 99/);
      expect(existsSync(join(folder, "later"))).toBe(false);
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("xpal reproduce without --data", () => {
  const cache = join(folder, "cache");
  const outside = { XPAL_DATASETS: undefined, XDG_CACHE_HOME: cache };

  test("fetches the datasets from OpenML, once, and says which it cannot have", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `${Math.cos(i)},${(i * 7) % 11},${"abc"[i % 3]}`);
    const arff = `@relation iris\n@attribute a numeric\n@attribute b numeric\n@attribute class {a,b,c}\n@data\n${rows.join("\n")}\n`;
    const server = await openmlServer([{ id: 61, name: "iris", arff }]);
    const line = (out: string, repetitions: number) => [
      ...words("reproduce --datasets iris,reports-mozilla --strategies xpal,rand --no-times --budget 10"),
      ...["--repetitions", String(repetitions), "--out", out, "--openml-url", server.url],
    ];
    try {
      const { code, err } = await xpalBeside(line("fetched", 2), { cwd: folder, env: outside });
      expect({ code, err }).toEqual({
        code: 0,
        err: "reports-mozilla cannot be had from OpenML and is left out; name a folder with --data\n",
      });
      const { rows: areas } = JSON.parse(read("fetched/aulc.json"));
      expect(areas.map((row: { dataset: string }) => row.dataset)).toEqual(["iris"]);
      expect(read("fetched/index.html")).toContain("cannot be had from OpenML");
      const asked = server.requests.length;
      expect((await xpalBeside(line("fetched", 3), { cwd: folder, env: outside })).code).toBe(0);
      expect(server.requests.length).toBe(asked);
    } finally {
      await server.close();
    }
  });

  test("answers a server that is not there with one sentence, and leaves nothing behind", async () => {
    const line = [
      ...words("reproduce --datasets wine --strategies rand --repetitions 1 --no-times --out unreachable"),
      ...["--openml-url", "http://127.0.0.1:9"],
    ];
    const { code, err } = await xpalBeside(line, { cwd: folder, env: outside });
    expect({ code, lines: err.trimEnd().split("\n").length }).toEqual({ code: 2, lines: 1 });
    expect(err).toMatch(/^xpal reproduce: /);
    expect(existsSync(join(folder, "unreachable"))).toBe(false);
  });
});

describe("xpal study", () => {
  test("tells which runs of a strategy of one's own failed, and reports the others", () => {
    writeFileSync(join(folder, "mine.mjs"), "export default { name: 'mine', choose: () => -1 };\n");
    writeFileSync(
      join(folder, "plan.yaml"),
      "datasets: [{ generator: blobs }]\nstrategies: [rand, { module: ./mine.mjs, key: mine }]\nrepetitions: 2\nbudget: 5\n",
    );
    const { code, err } = xpal(words("study plan.yaml --out study"), { cwd: folder });
    expect(code).toBe(1);
    expect(err).toContain("mine on blobs, repetition 1, failed: strategy mine: the chosen item must be an item");
    expect(err).toContain("2 of 4 runs failed and are missing from the report");
    expect(read("study/index.html")).toContain("mine on blobs failed");
  });

  test("rejects a plan with an unknown key, and init does not overwrite", () => {
    writeFileSync(join(folder, "wrong.yaml"), "datasets: [{ bundled: iris }]\nstrategies: [xpal]\nrepetition: 3\n");
    const { code, err } = xpal(words("study wrong.yaml --out wrong"), { cwd: folder });
    expect(code).toBe(2);
    expect(err).toBe('xpal study: wrong.yaml must not have the key "repetition"; did you mean "repetitions"?\n');
    expect(xpal(words("study init plan.yaml"), { cwd: folder }).code).toBe(2);
    expect(read("plan.yaml")).toContain("blobs");
  });
});

describe("xpal report", () => {
  test("draws the same page again, times apart", () => {
    const { code } = xpal(words("report first/runs.sqlite --out again"), { cwd: folder });
    expect(code).toBe(0);
    for (const name of ["aulc.json", "ranks.json", "curves.csv", "index.html"])
      expect(read(`again/${name}`), name).toBe(read(`first/${name}`));
  });

  test("given a table or the folder of a report spoke of a url, and named nothing that would do", () => {
    writeFileSync(join(folder, "table.csv"), "x,class\n1,a\n2,b\n");
    expect(xpal(words("report table.csv --out none"), { cwd: folder })).toMatchObject({
      code: 2,
      err: "xpal report: table.csv must be the store of an experiment; xpal study and xpal reproduce keep their runs in runs.sqlite in the folder --out\n",
    });
    expect(xpal(words("report first --out none"), { cwd: folder })).toMatchObject({
      code: 2,
      err: `xpal report: first must be the store of an experiment; give ${join("first", "runs.sqlite")}\n`,
    });
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  test("rejects what is no store, or holds no experiment", () => {
    writeFileSync(
      join(folder, "text.sqlite"),
      "this is no database, only text that is long enough to be taken for one",
    );
    expect(xpal(words("report text.sqlite --out none"), { cwd: folder }).err).toMatch(/must be the store of an exp/);
    expect(xpal(words("report gone.sqlite --out none"), { cwd: folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining("store must exist"),
    });
    expect(existsSync(join(folder, "gone.sqlite"))).toBe(false);
  });
});
