// The guide is run as it is written: each `sh` block in order, and what it prints is what the next `text` block says.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { MAIN } from "./run-command.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test.each([
  ["from-file-to-labels.md", 7],
  ["texts.md", 2],
  ["images.md", 1],
])(
  "the guide %s does what it says",
  (name, fewest) => {
    const folder = mkdtempSync(join(tmpdir(), "xpal-guide-"));
    folders.push(folder);
    writeFileSync(join(folder, "xpal"), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    chmodSync(join(folder, "xpal"), 0o755);
    const guide = readFileSync(new URL(`../../../../docs/guide/${name}`, import.meta.url), "utf8");
    const blocks = [...guide.matchAll(/^```(sh|text)\n(.*?)^```$/gms)].map(([, kind, content]) => ({ kind, content }));
    expect(blocks.filter(({ kind }) => kind === "sh").length).toBeGreaterThanOrEqual(fewest);
    let printed = "";
    for (const { kind, content } of blocks) {
      if (kind === "text") {
        expect(printed.trim()).toBe(content.trim());
        continue;
      }
      const { status, stdout, stderr } = spawnSync("sh", ["-e", "-c", content], {
        cwd: folder,
        encoding: "utf8",
        input: "",
        env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
      });
      expect({ content, status, stderr }).toMatchObject({ content, status: 0 });
      printed = stdout;
    }
  },
  180_000,
);
