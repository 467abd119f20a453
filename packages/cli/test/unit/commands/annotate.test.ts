import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type ChatServer, chatServer, itemOf } from "../../../../data/test/chat-server.ts";
import { run } from "../../../src/run.ts";
import { fakeTerminal } from "../fake-terminal.ts";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-annotate-"));
const messages = [
  "app crashes on start",
  "how do I pay the bill",
  "the page crashes again",
  "where do I change my name",
];
const rows = Array.from({ length: 24 }, (_, i) => {
  const text = `${messages[i % 4]} number ${i}`;
  return `${text},${i < 8 ? (i % 2 === 0 ? "bug" : "question") : ""}`;
});
writeFileSync(join(folder, "t.csv"), `message,kind\n${rows.join("\n")}\n`);
writeFileSync(join(folder, "rules.txt"), "Crashes are bugs.\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let server: ChatServer;
// Loads all that the command needs, so that no test waits for it.
beforeAll(async () => {
  await runHere(folder, [
    "annotate",
    "none.csv",
    "--label",
    "x",
    "--endpoint",
    "http://localhost:1/v1",
    "--model",
    "m",
  ]);
}, 180_000);
beforeEach(async () => {
  // Wrong on payments: one class of the audit shows it.
  server = await chatServer((request) => (/crash|pay/.test(itemOf(request).message) ? "bug" : "question"));
});
afterEach(() => {
  server.close();
  vi.unstubAllEnvs();
});
const annotate = (...words: string[]) =>
  runHere(folder, ["annotate", "t.csv", "--label", "kind", "--role", "message=text", "--model", "tiny", ...words]);

test("answers the rows that xPAL chooses, and says per class how often it is right", async () => {
  const words = [
    "--count",
    "6",
    "--audit",
    "8",
    "--guidelines",
    "rules.txt",
    "--describe",
    "bug=broken",
    "--out",
    "a.csv",
  ];
  const { code, out, err } = await annotate("--endpoint", server.endpoint, ...words);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/bug +4 +4 +4 +100 %/);
  expect(out).toMatch(/question +4 +4 +2 +50 %/);
  expect(out).toContain("14 questions");
  expect(server.requests).toHaveLength(14);
  expect(server.requests[0].body.messages[0].content).toMatch(
    /- bug: broken\n- question\n\nGuidelines:\nCrashes are bugs\./,
  );
  const [head, ...written] = readFileSync(join(folder, "a.csv"), "utf8").trim().split("\n");
  expect(head).toBe("row,line,label,no_label_because");
  expect(written).toHaveLength(6);
  expect(new Set(written.map((line) => Number(line.split(",")[0]) >= 8))).toEqual(new Set([true]));
});

test("has an example in its help, and it works", async () => {
  const { out } = await runHere(folder, ["annotate", "--help"]);
  const [, example] = /Example:\n {2}xpal (.*)\n/.exec(out) ?? expect.unreachable();
  copyFileSync(join(folder, "t.csv"), join(folder, "tickets.csv"));
  const words = example.replace("http://localhost:11434/v1", server.endpoint).split(" ");
  expect(words).toContain(server.endpoint);
  expect(await runHere(folder, words)).toMatchObject({ code: 0, err: "" });
});

test("sends no label of the file, and keeps no answer as a person's", async () => {
  await annotate("--endpoint", server.endpoint, "--count", "3", "--audit", "2");
  for (const request of server.requests) expect(Object.keys(itemOf(request))).toEqual(["message"]);
  expect((await runHere(folder, ["suggest", "t.csv", "--label", "kind", "--json", "--count", "1"])).out).toContain(
    '"labelled":8',
  );
});

test("rejects another machine without --yes, naming host and cost, and exits 2; it spoke of 40 questions about 24 rows", async () => {
  const { code, err } = await annotate("--endpoint", "https://api.example.com/v1", "--price", "1,2");
  expect(code).toBe(2);
  expect(err).toMatch(
    /24 questions of about \d+ tokens in all would go to api\.example\.com, which costs 0\.\d+ or more; agree with --yes/,
  );
});

test("takes the key from the environment or a file, and writes it nowhere", async () => {
  vi.stubEnv("XPAL_ANNOTATOR_KEY", "sk-of-the-environment");
  const first = await annotate(
    "--endpoint",
    server.endpoint,
    "--count",
    "1",
    "--audit",
    "1",
    "--json",
    "--out",
    "k.csv",
  );
  expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer sk-of-the-environment");
  writeFileSync(join(folder, "key"), "sk-of-the-file\n");
  const second = await annotate("--endpoint", server.endpoint, "--count", "1", "--audit", "0", "--key-file", "key");
  expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer sk-of-the-file");
  const written = readFileSync(join(folder, "k.csv"), "utf8");
  expect(`${first.out}${first.err}${second.out}${second.err}${written}`).not.toMatch(/sk-of/);
  expect(JSON.parse(first.out)).toMatchObject({ account: { questions: 2 }, answers: [{ label: expect.any(String) }] });
});

test.each([
  [["--describe", "bugs=x"], /--describe must describe one of the classes bug, question/],
  [["--key-file", "no-such-file"], /--key-file must be a file that can be read \(ENOENT\)/],
  [["--guidelines", "no-such-file"], /--guidelines must be a file that can be read \(ENOENT\)/],
  [["--price", "1"], /two numbers/],
  [["--concurrency", "0"], /--concurrency must be an integer from 1 to 64/],
])("rejects %j in one sentence", async (words, message) => {
  const { code, err } = await annotate("--endpoint", server.endpoint, ...words);
  expect([code, server.requests.length]).toEqual([2, 0]);
  expect(err).toMatch(message);
  expect(err.trim().split("\n")).toHaveLength(1);
});

test("asked, and paid, before it found that the answers cannot be written", async () => {
  const { code, err } = await annotate("--endpoint", server.endpoint, "--count", "3", "--out", "nowhere/a.csv");
  expect(code).toBe(2);
  expect(err).toContain("--out must be a file that can be written, but its folder does not exist");
  expect(server.requests).toHaveLength(0);
});

test("lost all answers when it was killed: they are in the file as they come", async () => {
  let found = "";
  server.close();
  server = await chatServer((request) => {
    const written = existsSync(join(folder, "killed.csv")) ? readFileSync(join(folder, "killed.csv"), "utf8") : "";
    found = written.length > found.length ? written : found;
    return /crash/.test(itemOf(request).message) ? "bug" : "question";
  });
  const words = ["--count", "6", "--audit", "0", "--concurrency", "1", "--out", "killed.csv"];
  expect((await annotate("--endpoint", server.endpoint, ...words)).code).toBe(0);
  // When the last question arrived, the answers to the others were written.
  expect(found.trim().split("\n")).toHaveLength(6);
  expect(readFileSync(join(folder, "killed.csv"), "utf8").startsWith(found)).toBe(true);
});

test("named rows of the working set in its answers where the file is read in pieces", {
  timeout: 300_000,
}, async () => {
  vi.stubEnv("XPAL_CACHE", join(folder, "cache"));
  const lines = Array.from({ length: 5000 }, (_, i) => `w${i % 7},${i},${i < 6 ? "ab"[i % 2] : ""}`);
  writeFileSync(join(folder, "large.csv"), `word,x,class\n${lines.join("\n")}\n`);
  server.close();
  server = await chatServer(() => "a");
  const words = ["annotate", "large.csv", "--label", "class", "--stream", "--memory", "6M"];
  const asked = [
    "--role",
    "x=numeric",
    "--model",
    "m",
    "--endpoint",
    server.endpoint,
    "--count",
    "4",
    "--audit",
    "0",
    "--out",
    "large.out.csv",
    "--json",
  ];
  const { code, out } = await runHere(folder, [...words, ...asked]);
  expect(code).toBe(0);
  const sent = server.requests.map((request) => Number(itemOf(request).x)).sort();
  const rows = (JSON.parse(out).answers as { row: number }[]).map(({ row }) => row);
  expect([...rows].sort()).toEqual(sent);
  const written = readFileSync(join(folder, "large.out.csv"), "utf8").trim().split("\n").slice(1);
  expect(written).toEqual(rows.map((row) => `${row},a,`));
  expect(Math.max(...rows)).toBeGreaterThan(2000); // not a place in the working set
});

test("threw away what was answered and paid when the server rejected a question", async () => {
  server.close();
  const used = { status: 401, json: { error: { message: "the quota is used up" } } };
  server = await chatServer((_, nth) => (nth <= 10 ? "bug" : used));
  const words = ["--count", "12", "--audit", "4", "--concurrency", "1"];
  const json = await annotate("--endpoint", server.endpoint, ...words, "--json");
  expect([json.code, json.err]).toEqual([2, expect.stringContaining("the quota is used up")]);
  expect(JSON.parse(json.out)).toMatchObject({ audit: { all: { asked: 4 } }, account: { questions: 10 } });
  expect(JSON.parse(json.out).answers).toHaveLength(6);
  const nothing = await annotate("--endpoint", server.endpoint, ...words);
  expect(nothing).toMatchObject({ code: 2, out: "" });
});

test("was a failure with code 1 when it was stopped by Ctrl-C, and printed no answer", async () => {
  const pressed = new AbortController();
  server.close();
  server = await chatServer((_, nth) => {
    if (nth <= 3) return "bug";
    pressed.abort();
    return { status: 200, json: {}, afterMs: 60_000 };
  });
  const terminal = Object.assign(fakeTerminal(), {
    untilInterrupted: <T>(work: (signal: AbortSignal) => Promise<T>) => work(pressed.signal),
  });
  const words = [
    "annotate",
    join(folder, "t.csv"),
    "--label",
    "kind",
    "--model",
    "tiny",
    "--endpoint",
    server.endpoint,
  ];
  const code = await run([...words, "--count", "6", "--audit", "0", "--concurrency", "1"], terminal);
  expect([code, terminal.errText()]).toEqual([130, "xpal annotate: stopped; the answers so far are printed\n"]);
  expect(terminal.outText()).toMatch(/(line \d+ +bug +.*\n){3}/);
});
