// What a program that uses the library loads, in bytes as a web server sends them: bundled and minified, run, and every chunk
// that it really loaded gzipped and added up. `npm run sizes` prints the table of the core's README.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import webpack from "webpack";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** At the start of each chunk: it tells that it was loaded. */
const BANNER = "(globalThis.loaded??=[]).push(import.meta.url);";

/** A program that makes a learner, asks, answers and predicts. */
function program({ imports = "", options = "", after = "" } = {}) {
  return `import { Learner, matrixFrom${imports} } from "@xpal/core";
const features = matrixFrom([[0, 1], [0.2, 1], [5, 2], [5.2, 2], [9, 3], [9.2, 3], [1, 1], [6, 2]]);
const labels = [[0, "a"], [3, "b"]];
const learner = await Learner.create({ features, classes: ["a", "b"], labels, seed: 1, ${options} });
await learner.suggest();
await learner.predict();
${after}
await learner.close();
`;
}

/** What the library weighs by use: name and the program. */
export const USES = [
  ["`Learner` with xPAL and a plain kernel", program()],
  [
    "the learned kernel (`xpalLearned`)",
    program({ imports: ", rbf, xpalLearned", options: "...xpalLearned({ base: rbf({ bandwidth: 1 }) })" }),
  ],
  ["`us`", program({ imports: ", us", options: "strategy: us()" })],
  ["`eer`", program({ imports: ", eer", options: "strategy: eer()" })],
  ["`pal`", program({ imports: ", pal", options: "strategy: pal()" })],
  ["`qbc`", program({ imports: ", qbc", options: "strategy: qbc()" })],
  ["`alce`", program({ imports: ", alce", options: "strategy: alce()" })],
  ["a loss matrix", program({ options: "lossMatrix: matrixFrom([[0, 1], [5, 0]])" })],
  ["a thread, for large pools (on the calling side)", program({ options: "engine: { worker: true }" })],
  ["`Learner.fromJSON`", program({ after: "await (await Learner.fromJSON(learner.toJSON())).close();" })],
];

/** What `Learner` with xPAL weighs by bundler: name, bundler and the program. */
export const BUNDLES = [
  ["Vite: `Learner`", byVite, program()],
  ["webpack: `Learner`", byWebpack, program()],
  ["esbuild, `splitting`: `Learner`", byEsbuild, program()],
  ["esbuild, one file: `Learner`, with all parts", byPlainEsbuild, program()],
];

/** A folder with a program that can import the library. */
export function programFolder(source) {
  const folder = mkdtempSync(join(tmpdir(), "xpal-program-"));
  mkdirSync(join(folder, "node_modules", "@xpal"), { recursive: true });
  symlinkSync(join(root, "packages", "core"), join(folder, "node_modules", "@xpal", "core"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "program.js"), source);
  return folder;
}

/** Bundles a program, runs it, and adds up what it loaded, gzipped: the code, and the WASM that comes as text. */
export async function sizeOf(source, bundle = byVite) {
  const folder = programFolder(source);
  try {
    await bundle(folder);
    const out = join(folder, "out");
    const entry = readdirSync(out, { recursive: true }).find((name) =>
      /^(assets[/\\])?program[^/\\]*\.m?js$/.test(name),
    );
    writeFileSync(
      join(out, "run.mjs"),
      `await import("./${entry.replaceAll("\\", "/")}"); console.log(JSON.stringify(globalThis.loaded));`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [join(out, "run.mjs")], { encoding: "utf8" });
    if (stdout === "") throw new Error(stderr);
    const sizes = JSON.parse(stdout).map((url) => {
      const text = readFileSync(new URL(url), "utf8").replace(BANNER, "");
      return { isWasm: /[\w+/]{5000}/.test(text), bytes: gzipSync(text, { level: 9 }).length };
    });
    const sum = (wanted) => sizes.filter(({ isWasm }) => isWasm === wanted).reduce((all, { bytes }) => all + bytes, 0);
    return { code: sum(false), wasm: sum(true) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Vite, as it bundles pages. */
async function byVite(folder) {
  await vite({
    root: folder,
    configFile: false,
    logLevel: "silent",
    build: {
      target: "esnext",
      outDir: "out",
      modulePreload: false,
      rollupOptions: { input: join(folder, "program.js"), output: { banner: BANNER } },
    },
  });
}

/** webpack in production mode. */
export async function byWebpack(folder) {
  await new Promise((resolve, reject) => {
    webpack(
      {
        context: folder,
        mode: "production",
        entry: "./program.js",
        target: ["web", "es2022"],
        experiments: { outputModule: true },
        output: {
          path: join(folder, "out"),
          filename: "program.js",
          module: true,
          chunkFormat: "module",
          publicPath: "",
        },
        plugins: [new webpack.BannerPlugin({ banner: BANNER, raw: true, include: /\.m?js$/ })],
      },
      (error, stats) => {
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString("errors-only")));
        else resolve();
      },
    );
  });
}

/** esbuild with splitting. */
async function byEsbuild(folder) {
  await bundleByEsbuild(folder, true);
}

/** esbuild as it is without settings: one file with all parts. */
async function byPlainEsbuild(folder) {
  await bundleByEsbuild(folder, false);
}

async function bundleByEsbuild(folder, splitting) {
  await esbuild({
    entryPoints: [join(folder, "program.js")],
    absWorkingDir: folder,
    outdir: join(folder, "out"),
    platform: "neutral",
    format: "esm",
    bundle: true,
    splitting,
    minify: true,
    logLevel: "silent",
    banner: { js: BANNER },
  });
}

/** Kilobytes as the table shows them. */
const kB = (bytes) => (bytes / 1000).toFixed(1);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [[plain, source], ...more] = USES;
  const base = await sizeOf(source);
  console.log("| used | gzipped |\n| --- | --- |");
  console.log(`| ${plain}: code | ${kB(base.code)} kB |\n| ${plain}: WASM | ${kB(base.wasm)} kB |`);
  for (const [name, used] of more) {
    const { code, wasm } = await sizeOf(used);
    console.log(`| + ${name} | ${kB(code + wasm - base.code - base.wasm)} kB |`);
  }
  console.log("\n| bundled by | gzipped |\n| --- | --- |");
  for (const [name, bundle, used] of BUNDLES) {
    const { code, wasm } = await sizeOf(used, bundle);
    console.log(`| ${name} | ${kB(code + wasm)} kB |`);
  }
}
