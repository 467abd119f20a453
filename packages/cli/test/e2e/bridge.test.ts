// `xpal bridge` as it is shipped, beside servers that speak the documented APIs.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../../../test/free-port.mjs";
import { ArgillaServer, KEY } from "../../../bridges/test/e2e/argilla-server.ts";
import { until } from "../../../bridges/test/e2e/json-server.ts";
import { configOf, LabelStudioServer, LEGACY, PROJECT } from "../../../bridges/test/e2e/label-studio-server.ts";
import { MAIN, xpal, xpalBeside } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-bridge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const texts = ["the app crashes", "refund my money", "it crashes at start", "where is my refund", "a crash again"];
const data = [...texts, ...texts, ...texts].map((text, i) => ({ text: `${text} number ${i}` }));
const truth = (text: unknown) => (/crash/.test(String(text)) ? "bug" : "money");

let server: LabelStudioServer;
const children: ChildProcess[] = [];
beforeEach(async () => {
  server = await LabelStudioServer.start({
    config: configOf(["bug", "money"], '<Text name="text" value="$text"/>'),
    data,
  });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await server.down();
});
const words = (...more: string[]) => [
  "bridge",
  "label-studio",
  "--url",
  server.url,
  "--project",
  `${PROJECT}`,
  ...more,
];
const env = { XPAL_LABEL_STUDIO_TOKEN: LEGACY };

/** Starts a bridge and waits until it listens. */
async function start(...more: string[]): Promise<{ child: ChildProcess; said: () => string }> {
  const child = spawn(process.execPath, [MAIN, ...words("--connect", ...more)], { env: { ...process.env, ...env } });
  children.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece) => {
      said += piece;
    });
  }
  await until(() => /Stop with Ctrl-C/.test(said) || child.exitCode !== null);
  return { child, said: () => said };
}

test("one round for scripts: JSON, nothing on the screen beside, exit code 0", async () => {
  const [a] = server.tasks.keys();
  await server.annotate(a, "bug");
  const { code, out, err } = await xpalBeside(words("--once", "--json", "--count", "5"), { env });
  expect([code, err]).toEqual([0, ""]);
  expect(JSON.parse(out)).toMatchObject({ version: "xpal-1", items: 15, labelled: 1, open: 14, pushed: 5 });
  expect(server.predictions).toHaveLength(5);
  const again = await xpalBeside(words("--once"), { env });
  expect(again.out).toMatch(
    /^xpal-2: 1 of 15 tasks labelled, 14 open; 14 pushed\. Next: task \d+(, worth about [\d.]+ tasks)?\.\n$/,
  );
}, 180_000);

test("killed in the middle of its work and started again, it goes on as if nothing had happened", async () => {
  const port = String(await freePort());
  let { child } = await start("--port", port);
  let kills = 0;
  for (let labels = 1; labels <= 12; labels++) {
    const task = server.nextTask() ?? expect.unreachable();
    expect(server.tasks.get(task)?.annotations).toEqual([]);
    const before = server.versions.length;
    await server.annotate(task, truth(server.tasks.get(task)?.data.text));
    if (labels % 4 === 0) {
      child.kill("SIGKILL"); // while it learns from this answer, or pushes
      await until(() => child.signalCode !== null);
      kills++;
      ({ child } = await start("--port", port));
    }
    await until(() => server.versions.length > before);
  }
  expect([kills, server.lostWebhooks]).toEqual([3, 0]);
  // Versions never repeat, and only the last one's predictions are left.
  expect(new Set(server.versions).size).toBe(server.versions.length);
  await until(() => new Set(server.predictions.map((one) => one.model_version)).size === 1);
  expect(server.predictions[0].model_version).toBe(server.versions.at(-1));
  const labels = [...server.tasks.values()].flatMap(({ annotations, data: { text } }) =>
    annotations.map(({ result }) => [JSON.stringify(result).includes(`"${truth(text)}"`), 1]),
  );
  expect(labels).toEqual(new Array(12).fill([true, 1]));
}, 180_000);

test("ends by itself on Ctrl-C with code 0, and says the address but never the token", async () => {
  const { child, said } = await start("--port", "0");
  child.kill("SIGINT");
  await until(() => child.exitCode !== null);
  expect(child.exitCode).toBe(0);
  expect(said()).toMatch(/The address of the backend, .*: http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\n/);
  expect(said()).not.toContain(LEGACY);
});

test("bad input is one sentence and code 2", async () => {
  const token = join(folder, "token");
  writeFileSync(token, `${LEGACY.replace("0", "9")}\n`);
  const none = { XPAL_LABEL_STUDIO_TOKEN: "", XPAL_ARGILLA_KEY: "" };
  const wrong: [string[], RegExp][] = [
    [
      words("--once"),
      /^xpal bridge (label-studio|argilla): --token must be given; set XPAL_LABEL_STUDIO_TOKEN, or name a file by --token-file\n$/,
    ],
    [
      words("--once", "--token-file", token),
      /^xpal bridge (label-studio|argilla): the token must be accepted by .*401.*Account & Settings\n$/,
    ],
    [
      words("--once", "--token", "two words"),
      /^xpal bridge (label-studio|argilla): --token must hold one line without spaces/,
    ],
    [
      words("--once", "--token-file", "nowhere"),
      /^xpal bridge (label-studio|argilla): --token-file must be a file that can be read/,
    ],
    [
      ["bridge", "label-studio", "--url", "localhost", "--project", "1", "--token", "x"],
      /^xpal bridge (label-studio|argilla): --url must be an address/,
    ],
    [
      ["bridge", "label-studio", "--url", server.url, "--project", "zero"],
      /^xpal bridge (label-studio|argilla): --project must be an integer/,
    ],
    [
      ["bridge", "argilla", "--url", server.url, "--dataset", "x", "--once"],
      /^xpal bridge (label-studio|argilla): --api-key must be given; set XPAL_ARGILLA_KEY/,
    ],
  ];
  for (const [given, said] of wrong) {
    const { code, out, err } = await xpalBeside(given, { env: none });
    expect([code, out, err]).toEqual([2, "", expect.stringMatching(said)]);
  }
}, 300_000);

test("the examples of the help work", async () => {
  const argilla = await ArgillaServer.start({ classes: ["bug", "money"], records: data.map((fields) => ({ fields })) });
  const examples = ["bridge", "bridge label-studio", "bridge argilla"].flatMap((command) => {
    const { out } = xpal([...command.split(" "), "--help"]);
    return /Examples:\n((?: {2}\S.*\n)+)/.exec(out)?.[1].trim().split("\n") ?? [];
  });
  expect(examples).toHaveLength(6);
  for (const example of examples) {
    const given = example
      .trim()
      .replace("http://localhost:8080 --project 1", `${server.url} --project ${PROJECT} --port 0`)
      .replace("http://localhost:6900", argilla.server.url)
      .split(" ")
      .slice(1);
    const { code, err } = await xpalBeside([...given, "--once"], { env: { ...env, XPAL_ARGILLA_KEY: KEY } });
    expect([example, code, err]).toEqual([example, 0, ""]);
  }
  await argilla.server.close();
}, 300_000);
