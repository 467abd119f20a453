// `npm run lines`: how large the project is. Code lines are the non-blank, non-comment lines of packages/*/src and packages/core/wasm.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { stdout } = spawnSync("git", ["ls-files", "packages"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 24 });
const sums = new Map();
for (const path of stdout.split("\n")) {
  const [, name] = /^packages\/(\w+)\/(?:src|wasm)\/.*\.(?:ts|svelte|css|js|html)$/.exec(path) ?? [];
  if (name === undefined) continue;
  const { files, lines } = sums.get(name) ?? { files: 0, lines: 0 };
  sums.set(name, { files: files + 1, lines: lines + codeLines(readFileSync(`${root}${path}`, "utf8")) });
}
const all = [...sums.values()];
sums.set("all", { files: sum(all.map(({ files }) => files)), lines: sum(all.map(({ lines }) => lines)) });
for (const [name, { files, lines }] of sums) {
  console.log(`${name.padEnd(10)}${String(files).padStart(6)} files${String(lines).padStart(8)} code lines`);
}

function codeLines(text) {
  const withoutBlocks = text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, "");
  return withoutBlocks.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//")).length;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
