import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { dateEntry, setVersion, unreleasedVersion } from "../scripts/release-texts.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (file: string) => readFileSync(join(root, file), "utf8");

describe("a release", () => {
  test("gives a package and the packages of this workspace that it needs one version, and leaves others alone", () => {
    const before = { name: "@xpal/data", version: "0.1.0", dependencies: { xpal: "0.1.0", fflate: "0.8.3" } };
    expect(JSON.parse(setVersion(JSON.stringify(before), "0.2.0"))).toEqual({
      name: "@xpal/data",
      version: "0.2.0",
      dependencies: { xpal: "0.2.0", fflate: "0.8.3" },
    });
  });

  test("writes a lock file as npm does: only versions of this workspace differ", () => {
    const lock = read("package-lock.json");
    expect(setVersion(lock, JSON.parse(lock).version)).toBe(lock);
    const changed = JSON.parse(setVersion(lock, "9.9.9"));
    expect(changed.packages["packages/lab"].version).toBe("9.9.9");
    expect(changed.packages["packages/lab"].dependencies.xpal).toBe("9.9.9");
    expect(changed.packages["node_modules/vitest"]).toEqual(JSON.parse(lock).packages["node_modules/vitest"]);
  });

  test("dates the open entry of the changelog, and refuses a version without one", () => {
    expect(dateEntry("# Changelog\n\n## 0.2.0, unreleased\n", "0.2.0", "2026-01-02")).toBe(
      "# Changelog\n\n## 0.2.0, 2026-01-02\n",
    );
    expect(() => dateEntry("# Changelog\n", "0.2.0", "2026-01-02")).toThrow("0.2.0, unreleased");
    expect(unreleasedVersion(read("CHANGELOG.md"))).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("finds one version in all packages and in CITATION.cff", () => {
    const { version } = JSON.parse(read("package.json"));
    for (const name of ["core", "data", "store", "lab", "studio", "cli"]) {
      expect(JSON.parse(read(`packages/${name}/package.json`)).version).toBe(version);
    }
    expect(read("CITATION.cff")).toContain(`\nversion: ${version}\n`);
  });
});
