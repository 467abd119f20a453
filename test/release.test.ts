import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { dateEntry, setVersion, unreleasedVersion } from "../scripts/release-texts.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (file: string) => readFileSync(join(root, file), "utf8");

describe("a release", () => {
  test("gives a package and the packages of this workspace that it needs one version, and leaves others alone", () => {
    const before = { name: "@xpal/data", version: "0.1.0", dependencies: { "@xpal/core": "0.1.0", fflate: "0.8.3" } };
    expect(JSON.parse(setVersion(JSON.stringify(before), "0.2.0"))).toEqual({
      name: "@xpal/data",
      version: "0.2.0",
      dependencies: { "@xpal/core": "0.2.0", fflate: "0.8.3" },
    });
  });

  test("writes a lock file as npm does: only versions of this workspace differ", () => {
    const lock = read("package-lock.json");
    expect(setVersion(lock, JSON.parse(lock).version)).toBe(lock);
    const changed = JSON.parse(setVersion(lock, "9.9.9"));
    expect(changed.packages["packages/lab"].version).toBe("9.9.9");
    expect(changed.packages["packages/lab"].dependencies["@xpal/core"]).toBe("9.9.9");
    expect(changed.packages["node_modules/vitest"]).toEqual(JSON.parse(lock).packages["node_modules/vitest"]);
  });

  test("dates the open entry of the changelog, and rejects a version without one", () => {
    expect(dateEntry("# Changelog\n\n## 0.2.0, unreleased\n", "0.2.0", "2026-01-02")).toBe(
      "# Changelog\n\n## 0.2.0, 2026-01-02\n",
    );
    expect(() => dateEntry("# Changelog\n", "0.2.0", "2026-01-02")).toThrow("0.2.0, unreleased");
    expect(unreleasedVersion(read("CHANGELOG.md"))).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("finds one version in all packages and in CITATION.cff", () => {
    const { version } = JSON.parse(read("package.json"));
    for (const name of readdirSync(join(root, "packages"))) {
      expect(JSON.parse(read(`packages/${name}/package.json`)).version).toBe(version);
    }
    expect(read("CITATION.cff")).toContain(`\nversion: ${version}\n`);
  });

  test("publishes each package after those that it needs: the command came before the library", () => {
    const workflow = read(".github/workflows/release.yml");
    const order = /for name in ([\w ]+); do/.exec(workflow)?.[1]?.split(" ") ?? [];
    expect([...order].sort()).toEqual(readdirSync(join(root, "packages")).sort());
    const published = new Set<string>();
    for (const folder of order) {
      const { name, dependencies = {} } = JSON.parse(read(`packages/${folder}/package.json`));
      const own = Object.keys(dependencies).filter((other) => other === "xpal" || other.startsWith("@xpal/"));
      expect(
        own.filter((other) => !published.has(other)),
        name,
      ).toEqual([]);
      published.add(name);
    }
  });

  describe.skipIf(process.platform === "win32")(
    "published by the workflow (skipped on Windows: its commands are of bash)",
    () => {
      /** Runs the commands with an npm that only writes down what it was asked; `there` are the packages that the registry has. */
      function published(tag: string, there: readonly string[]): { status: number | null; asked: string[] } {
        const folder = mkdtempSync(join(tmpdir(), "xpal-publish-"));
        const said = `case "$1 $2" in ${there.map((one) => `"view ${one}"`).join(" | ")}) echo "\${2##*@}" ;; view*) exit 1 ;; esac`;
        writeFileSync(
          join(folder, "npm"),
          `#!/bin/sh\necho "$*" >>"$ASKED"\n${there.length > 0 ? said : "[ $1 = publish ]"}\n`,
        );
        chmodSync(join(folder, "npm"), 0o755);
        const commands = /- name: Publish\n\s+run: \|\n([\s\S]*?)\n {8}env:/.exec(
          read(".github/workflows/release.yml"),
        )?.[1];
        const asked = join(folder, "asked");
        const { status } = spawnSync("bash", ["-e", "-c", commands as string], {
          cwd: root,
          env: { ...process.env, GITHUB_REF_NAME: tag, ASKED: asked, PATH: `${folder}:${process.env.PATH}` },
        });
        const lines = readFileSync(asked, "utf8").trim().split("\n");
        rmSync(folder, { recursive: true });
        return { status, asked: lines.filter((line) => line.startsWith("publish")) };
      }

      test("could not be finished after it had broken off: what is there already is left out", () => {
        const { status, asked } = published("v0.2.0", ["@xpal/core@0.2.0", "@xpal/data@0.2.0"]);
        expect(status).toBe(0);
        expect(asked.map((line) => /packages\/(\w+)/.exec(line)?.[1])).toEqual([
          ...["store", "lab", "studio", "queue", "bridges", "cli"],
        ]);
      });

      test("was rejected by npm for a version such as 0.2.0-rc.1, which needs a tag of its own", () => {
        expect(published("v0.2.0-rc.1", []).asked.every((line) => line.endsWith("--tag next"))).toBe(true);
        expect(published("v0.2.0", []).asked.every((line) => line.endsWith("--tag latest"))).toBe(true);
        expect(published("v0.2.0", []).asked).toHaveLength(8);
      });
    },
  );

  test("gives the identity that signs only to the job that publishes: the tests had it too", () => {
    const [head = "", tests = "", publish = ""] = read(".github/workflows/release.yml").split(
      /\n {2}(?=test:|publish:)/,
    );
    expect(`${head}${tests}`).not.toContain("id-token");
    expect(tests).toContain("npm test");
    expect(publish).toContain("id-token: write");
    expect(publish).not.toContain("npm test");
  });

  test("is rehearsed for every package without a registry, and writes nothing", { timeout: 240_000 }, () => {
    const before = ["CHANGELOG.md", "package.json", "packages/core/package.json"].map(read);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, "scripts", "release.mjs"), "--dry-run"],
      {
        encoding: "utf8",
        env: { ...process.env, npm_config_registry: "http://127.0.0.1:9" }, // nobody listens there
      },
    );
    expect(status, stderr).toBe(0);
    for (const name of readdirSync(join(root, "packages"))) {
      const { name: shipped, version } = JSON.parse(read(`packages/${name}/package.json`));
      expect(stdout).toContain(`+ ${shipped}@${version}`);
    }
    expect(stdout).toMatch(/would change CHANGELOG\.md[\s\S]*would commit, and tag v\d+\.\d+\.\d+/);
    expect(["CHANGELOG.md", "package.json", "packages/core/package.json"].map(read)).toEqual(before);
  });

  test("is one command: versions, the dated entry, a commit and a tag; never from a tree with changes", () => {
    const folder = mkdtempSync(join(tmpdir(), "xpal-release-"));
    try {
      const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/package.json`);
      for (const file of [...packages, "package.json", "package-lock.json", "CHANGELOG.md", "CITATION.cff"]) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        cpSync(join(root, file), join(folder, file));
      }
      for (const file of ["release.mjs", "release-texts.mjs"]) {
        cpSync(join(root, "scripts", file), join(folder, "scripts", file), { recursive: true });
      }
      const who = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.org" };
      const env = { ...process.env, ...who, GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.org" };
      const git = (...args: string[]) => spawnSync("git", args, { cwd: folder, env, encoding: "utf8" }).stdout;
      const release = (...args: string[]) =>
        spawnSync(process.execPath, ["scripts/release.mjs", ...args], { cwd: folder, env, encoding: "utf8" });
      const version = unreleasedVersion(read("CHANGELOG.md")) as string;
      git("init", "--quiet");
      expect(release(version)).toMatchObject({
        status: 2,
        stderr: "release: the working tree must be clean; commit or stash first\n",
      });
      git("add", "--all");
      git("commit", "--quiet", "--message", "all");
      expect(release()).toMatchObject({ status: 2, stderr: "release: VERSION must be given, such as 0.2.0\n" });
      expect(release("two")).toMatchObject({ status: 2 });
      // A version that the changelog does not name ended in a stack trace.
      expect(release("99.0.0")).toMatchObject({
        status: 2,
        stderr: 'release: CHANGELOG.md must have the heading "## 99.0.0, unreleased"; write what changed first\n',
      });
      // One whose tag is there already left a commit without a tag.
      git("tag", `v${version}`);
      expect(release(version)).toMatchObject({
        status: 2,
        stderr: `release: the tag v${version} exists already; choose another version\n`,
      });
      git("tag", "--delete", `v${version}`);
      expect(git("status", "--porcelain")).toBe("");
      expect(release(version)).toMatchObject({ status: 0, stderr: "" });
      expect(git("tag")).toBe(`v${version}\n`);
      // The command that it names brings the commit and the tag to a remote, where the tag starts the publication.
      const remote = join(folder, "remote.git");
      git("init", "--quiet", "--bare", remote);
      git("remote", "add", "origin", remote);
      git("push", "--quiet", "--follow-tags", "origin", "HEAD:refs/heads/main");
      expect(
        git("ls-remote", "origin")
          .split("\n")
          .map((line) => line.split("\t")[1]),
      ).toEqual(expect.arrayContaining(["refs/heads/main", `refs/tags/v${version}`, `refs/tags/v${version}^{}`]));
      rmSync(remote, { recursive: true });
      expect(git("log", "-1", "--format=%s")).toBe(`release: ${version}\n`);
      expect(git("status", "--porcelain")).toBe("");
      const { version: core } = JSON.parse(readFileSync(join(folder, "packages/core/package.json"), "utf8"));
      expect(core).toBe(version);
      expect(readFileSync(join(folder, "CHANGELOG.md"), "utf8")).toMatch(
        new RegExp(`^## ${version.replaceAll(".", "\\.")}, \\d{4}-\\d{2}-\\d{2}$`, "m"),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
