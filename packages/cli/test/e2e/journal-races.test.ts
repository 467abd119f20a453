// Several commands on one file, as real processes: an answer that was acknowledged is in the journal or in the file,
// whatever else happens, and who has to wait is told so in one sentence.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { MAIN, xpal, xpalBeside } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-races-"));
const file = join(folder, "flowers.csv");
const LABEL = ["label", "flowers.csv", "--label", "class"];
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  xpal(["datasets", "get", "iris", "--labels", "9", "--out", "flowers.csv"], { cwd: folder });
});

/** A session at which keys are pressed one by one; each call waits until the next question is asked. */
class Session {
  readonly process: ChildProcess;
  #seen = "";
  #asked = 0;

  constructor() {
    this.process = spawn(process.execPath, [MAIN, ...LABEL], { cwd: folder });
    this.process.stdout?.on("data", (chunk) => {
      this.#seen += String(chunk);
    });
  }

  async question(): Promise<void> {
    this.#asked++;
    while (this.#seen.split("> ").length - 1 < this.#asked) {
      if (this.process.exitCode !== null) throw new Error(`ended with ${this.process.exitCode}`);
      await new Promise((done) => setTimeout(done, 5));
    }
  }

  async press(key: string): Promise<void> {
    this.process.stdin?.write(key);
    await this.question();
  }

  end(how: NodeJS.Signals | "q"): Promise<void> {
    const ended = new Promise<void>((done) => this.process.once("close", () => done()));
    if (how === "q") this.process.stdin?.write("q");
    else this.process.kill(how);
    return ended;
  }
}

/** How many rows have a label, in the file and in the journal together. */
function labelled(): number {
  const { code, out } = xpal(["suggest", "flowers.csv", "--label", "class", "--count", "1", "--json"], { cwd: folder });
  expect(code).toBe(0);
  return JSON.parse(out).labelled;
}

describe("an acknowledged answer is not lost", () => {
  test("when answers are merged while a session is open", async () => {
    const session = new Session();
    await session.question();
    await session.press("1");
    const merged = xpal([...LABEL, "--merge"], { cwd: folder });
    expect(merged).toEqual({
      code: 2,
      out: "",
      err: `xpal label: flowers.csv must be labelled or merged by one command at a time, but process ${session.process.pid} is doing so; end it first\n`,
    });
    for (const key of "2312") await session.press(key);
    await session.end("q");
    expect(labelled()).toBe(14);
    expect(xpal([...LABEL, "--merge"], { cwd: folder }).code).toBe(0);
    expect(labelled()).toBe(14);
    expect(readdirSync(folder).filter((name) => /lock|part|labels\.jsonl/.test(name))).toEqual([]);
  });

  test("when a second session is started, which is rejected before its first question", async () => {
    const session = new Session();
    await session.question();
    await session.press("1");
    const second = xpal(LABEL, { cwd: folder, input: "2q" });
    expect(second).toMatchObject({ code: 2, out: "" });
    expect(second.err.trimEnd().split("\n")).toHaveLength(1);
    await session.press("3");
    await session.end("q");
    const answers = readFileSync(`${file}.labels.jsonl`, "utf8").trim().split("\n").slice(1);
    expect(answers.map((line) => JSON.parse(line).label)).toEqual(["setosa", "virginica"]);
  });

  test("when the session is killed: its lock counts for nothing from then on", async () => {
    const session = new Session();
    await session.question();
    await session.press("1");
    await session.end("SIGKILL");
    expect(existsSync(`${file}.labels.lock`)).toBe(true);
    expect(xpal([...LABEL, "--merge"], { cwd: folder }).code).toBe(0);
    expect(existsSync(`${file}.labels.lock`)).toBe(false);
    expect(labelled()).toBe(10);
  });

  test("when sessions and merges start at the same moment, again and again", async () => {
    let acknowledged = 0;
    for (let round = 0; round < 3; round++) {
      const sessions = [1, 2, 3].map(() => xpalBeside([...LABEL, "--json"], { cwd: folder, input: "1" }));
      const merges = [1, 2].map(() => xpalBeside([...LABEL, "--merge", "--json"], { cwd: folder }));
      for (const { code, out, err } of await Promise.all(sessions)) {
        if (code === 0) acknowledged += JSON.parse(out).answered;
        else expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/one command at a time/) });
      }
      for (const { code, err } of await Promise.all(merges)) {
        if (code !== 0) expect(err).toMatch(/one command at a time|must hold an answer to merge/);
      }
      expect(labelled()).toBe(9 + acknowledged);
    }
    expect(acknowledged).toBeGreaterThan(0);
  });
});

describe("a disk that takes no more", () => {
  test("leaves whole lines, one for each acknowledged answer, and says so", async () => {
    // A limit on the size of files cuts the last write short, as a full disk does.
    const command = `ulimit -f 1; exec "${process.execPath}" "${MAIN}" ${LABEL.join(" ")}`;
    const session = spawn("sh", ["-c", command], { cwd: folder });
    let [out, err] = ["", ""];
    session.stdout.on("data", (chunk) => {
      out += chunk;
    });
    session.stderr.on("data", (chunk) => {
      err += chunk;
    });
    session.stdin.on("error", () => {}); // it ends before it has read all keys
    session.stdin.write("1".repeat(40));
    const code = await new Promise((done) => session.once("close", done));
    expect(code).toBe(2);
    expect(err).toMatch(
      /labels\.jsonl must accept the answer, but .*; this answer is not kept, those before it are\n$/,
    );
    const journal = readFileSync(`${file}.labels.jsonl`, "utf8");
    const acknowledged = out.split("\n").filter((line) => line === "> setosa").length;
    expect(journal.endsWith("\n")).toBe(true);
    expect(journal.trim().split("\n").slice(1)).toHaveLength(acknowledged);
    expect(acknowledged).toBeGreaterThan(0);
    expect(labelled()).toBe(9 + acknowledged);
  });
});
