// `npm run release -- VERSION`: one version for all packages, the changelog's entry dated, a commit and a tag. Pushing the tag
// publishes with provenance (.github/workflows/release.yml). With --dry-run nothing is written: what would change is printed, and
// npm packs every package as it would publish it, without a registry. Without VERSION a dry run takes that of the changelog.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { dateEntry, setVersion, unreleasedVersion } from "./release-texts.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({ allowPositionals: true, options: { "dry-run": { type: "boolean" } } });
const dry = values["dry-run"] === true;
const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
const version = positionals[0] ?? (dry ? unreleasedVersion(changelog) : undefined);
if (version === undefined) reject("VERSION must be given, such as 0.2.0");
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) reject(`VERSION must look like 0.2.0, got "${version}"`);
if (!dry && git("status", "--porcelain") !== "") reject("the working tree must be clean; commit or stash first");

if (!dry && git("tag", "--list", `v${version}`) !== "")
  reject(`the tag v${version} exists already; choose another version`);

const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/package.json`);
const changes = new Map();
for (const file of ["package.json", ...packages, "package-lock.json"])
  change(file, (text) => setVersion(text, version));
change("CHANGELOG.md", (text) => dateEntry(text, version, new Date().toISOString().slice(0, 10)));
change("CITATION.cff", (text) => text.replace(/^version: .*$/m, `version: ${version}`));

if (dry) {
  for (const file of changes.keys()) console.log(`would change ${file}`);
  run("npm", ["publish", "--workspaces", "--dry-run", "--offline", "--tag", "rehearsal"]);
  console.log(`would commit, and tag v${version}`);
} else {
  for (const [file, text] of changes) writeFileSync(join(root, file), text);
  git("commit", "--all", "--message", `release: ${version}`);
  git("tag", "--annotate", `v${version}`, "--message", `xpal ${version}`);
  console.log(`tagged v${version}; publish with: git push --follow-tags`);
}

function change(file, edit) {
  const before = readFileSync(join(root, file), "utf8");
  try {
    const after = edit(before);
    if (after !== before) changes.set(file, after);
  } catch (error) {
    reject(error.message);
  }
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) reject(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.trim();
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) reject(`${command} ${args[0]} failed`);
}

function reject(why) {
  console.error(`release: ${why}`);
  process.exit(2);
}
