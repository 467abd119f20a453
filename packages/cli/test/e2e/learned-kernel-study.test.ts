// The study of the learned kernel, as shipped and as built, on data so small that it runs in seconds: a part of it
// first, then the whole in the same folder.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { xpal } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-learned-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const words = (line: string) => line.split(" ");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const run = (line: string) => xpal(words(`study learned-kernel --data data --out out --json ${line}`), { cwd: folder });

/** Two kinds of data by rule, and a copy of the first under the name that the plan leaves out. */
beforeAll(() => {
  mkdirSync(join(folder, "data"));
  const waves = Array.from({ length: 36 }, (_, i) => {
    const [x, y] = [Math.sin(i * 1.7) * (1 + (i % 3)), Math.cos(i * 2.3) * (1 + (i % 3))];
    return `${x.toFixed(4)},${y.toFixed(4)},${i % 3 === 0 ? "in" : "out"}`;
  });
  const words = Array.from({ length: 30 }, (_, i) => {
    return `${"abc"[i % 3]},${"xy"[(i * 7) % 2]},${"pqrs"[(i * 5) % 4]},${(i % 3) + (i % 2) > 1 ? "yes" : "no"}`;
  });
  writeFileSync(join(folder, "data", "waves.csv"), `a,b,class\n${waves.join("\n")}\n`);
  writeFileSync(join(folder, "data", "words.csv"), `a,b,c,class\n${words.join("\n")}\n`);
  const entries = [
    { name: "seismic-bumps", file: "waves.csv", kernel: "rbf" },
    { name: "waves", file: "waves.csv", kernel: "rbf" },
    { name: "words", file: "words.csv", kernel: "hamming", categoricalFeatures: ["a", "b", "c"] },
  ];
  writeFileSync(join(folder, "data", "datasets.json"), JSON.stringify(entries));
});

describe("xpal study learned-kernel", () => {
  test("runs a part, then the whole into the same folder, but not the part again over the whole", {
    timeout: 240_000,
  }, () => {
    const part = run("--strategies xpal,learned --repetitions 1");
    expect({ code: part.code, err: part.err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(part.out)).toMatchObject({ runs: 4, failures: [] });
    const whole = run("--repetitions 2");
    expect({ code: whole.code, err: whole.err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(whole.out)).toMatchObject({ runs: 2 * 9 * 2, failures: [] });
    const { strategies, rows } = JSON.parse(read("out/aulc.json"));
    expect(strategies.slice(0, 3)).toEqual(["xpal", "learned", "no-metric"]);
    expect(rows.map((row: { dataset: string }) => row.dataset)).toEqual(["waves", "words"]);
    const back = run("--strategies xpal,learned --repetitions 1");
    expect(back.code).toBe(2); // the part would take the place of the whole
    expect(back.err).toMatch(/must not hold the report of another experiment/);
  });

  test("says what changed against plain xPAL, how calibrated all are, and what the kernels learned", () => {
    const page = read("out/index.html");
    for (const words of ["Against xPAL", "Can the probabilities be believed?", "What the kernels have learned"]) {
      expect(page).toContain(`>${words}</h2>`);
    }
    expect(read("out/tables/relative.csv")).toMatch(/^strategy,change,.*\n[\w-]+,-?[\d.e-]+,2,/);
    expect(read("out/tables/relative.tex")).toMatch(/weights only & [^&]*\d/);
    expect(read("out/tables/calibration.csv").split("\n")[0]).toBe(
      "strategy,labels,dataset,calibrationError,overconfidence",
    );
    const weights = read("out/tables/weights.csv")
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","));
    expect(new Set(weights.map(([strategy]) => strategy)).size).toBe(8);
    const sums = new Map<string, number>();
    for (const [strategy, dataset, labels, , , , weight] of weights) {
      const cell = `${strategy} ${dataset} ${labels}`;
      sums.set(cell, (sums.get(cell) ?? 0) + Number(weight));
    }
    for (const [cell, sum] of sums) expect(Math.abs(sum - 1), cell).toBeLessThan(0.01);
    for (const name of readdirSync(join(folder, "out", "figures"))) {
      expect(read(`out/figures/${name}`), name).not.toMatch(/NaN|Infinity|undefined|var\(/);
    }
  });

  test.each([
    ["--strategies learned", "--strategies must name the reference xpal as well"],
    ["--strategies xpal,lern", "--strategies must be among xpal, learned, no-metric"],
    ["--datasets seismic-bumps", "--datasets must be among waves, words"],
    ["--repetitions 0", "--repetitions must be an integer from 1 to 1000"],
  ])("rejects %s in one sentence", (options, sentence) => {
    const { code, err } = run(options);
    expect({ code, lines: err.trimEnd().split("\n").length }).toEqual({ code: 2, lines: 1 });
    expect(err).toContain(sentence);
  });

  test.each([
    ["{ strategy: us, kernel: learned, kernelOptions: { scale: 2 } }", 'must not have the key "scale"'],
    ["{ strategy: us, kernel: learnt }", "strategies[1].kernel must be one of learned"],
    ["{ strategy: qbc, kernel: learned }", "kernel: learned of qbc must go with one of xpal, pal, us, eer, random"],
    [
      "{ strategy: us, kernel: learned, kernelOptions: { scales: [-1] } }",
      "kernelOptions of us, scales[0] must be a finite number, not negative, got -1",
    ],
    ["{ module: ./mine.mjs, key: mine, kernel: learned }", "kernel must go with a strategy of the library"],
  ])("rejects the strategy %s in one sentence", (strategy, sentence) => {
    writeFileSync(join(folder, "own.yaml"), `datasets: [{ bundled: iris }]\nstrategies: [xpal, ${strategy}]\n`);
    const { code, err } = xpal(words("study own.yaml --out own"), { cwd: folder });
    expect({ code, lines: err.trimEnd().split("\n").length }).toEqual({ code: 2, lines: 1 });
    expect(err).toContain(sentence);
  });

  test("asks for a folder of data where none is named", () => {
    const { code, err } = xpal(words("study learned-kernel --out none"), {
      cwd: folder,
      env: { XPAL_DATASETS: undefined },
    });
    expect(code).toBe(2);
    expect(err).toBe("xpal study: --data must name a folder with a datasets.json, as the plan asks for one\n");
  });
});
