import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import { caller, type Handlers, type Port, type ServeOptions, serve, threadPort } from "../../../src/calls.ts";
import { XpalError } from "../../../src/error.ts";

interface Calls {
  double(value: number): number;
  sum(values: Float64Array): number;
  numbers(count: number): Float64Array;
  steps(count: number): string;
  /** Answered when the test opens it. */
  gate(nothing: null): void;
  fail(how: "plainly" | "with a code" | "as a rejection" | "with what cannot travel"): void;
}

const ports: MessagePort[] = [];
const begun: string[] = [];
let openGate = () => {};

const handlers: Handlers<Calls, number> = {
  double: async (value) => {
    begun.push(`double ${value}`);
    await new Promise((resolve) => setTimeout(resolve, value));
    return 2 * value;
  },
  sum: (values) => values.reduce((a, b) => a + b, 0),
  numbers: (count, { transfer }) => {
    const made = new Float64Array(count).fill(1);
    transfer(made.buffer);
    return made;
  },
  steps: (count, { progress }) => {
    for (let i = 1; i <= count; i++) progress(i);
    return "done";
  },
  gate: () => {
    begun.push("gate");
    return new Promise((resolve) => {
      openGate = resolve;
    });
  },
  fail: (how) => {
    if (how === "plainly") throw new Error("a plain one");
    if (how === "with a code") throw Object.assign(new Error("a known one"), { code: "stale" });
    if (how === "with what cannot travel") return (() => {}) as never;
    throw new XpalError("bad-state", { who: "f", argument: "count", rule: "must be 1", value: 2, wayOut: "take 1" });
  },
};

/** Both sides of a channel; `end` says to the calling side that the other one is gone. */
function connected(options: ServeOptions<Calls> = {}) {
  begun.length = 0;
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const ends: ((reason: Error) => void)[] = [];
  const held: boolean[] = [];
  const port: Port = {
    ...threadPort(port1),
    onEnd: (listener) => ends.push(listener),
    hold: (awaited) => held.push(awaited),
  };
  serve<Calls, number>(threadPort(port2), handlers, options);
  const calls = caller<Calls, number>(port);
  return { ...calls, held, died: (reason: Error) => ends.forEach((end) => void end(reason)) };
}

afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

describe("calls to another thread", () => {
  test("are answered one at a time, in the order in which they were made", async () => {
    const { call } = connected();
    const answers: number[] = [];
    await Promise.all([20, 1, 10].map((value) => call("double", value).then((answer) => answers.push(answer))));
    expect(answers).toEqual([40, 2, 20]);
    expect(begun).toEqual(["double 20", "double 1", "double 10"]);
  });

  test("come before work for idle times, which goes on when they are answered", async () => {
    let pieces = 0;
    const idle = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      begun.push(`piece ${++pieces}`);
      return pieces < 4;
    };
    const { call } = connected({ idle });
    expect(await Promise.all([call("double", 1), call("double", 2)])).toEqual([2, 4]);
    while (pieces < 4) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await call("double", 3)).toBe(6);
    expect(begun.filter((name) => name.startsWith("piece")).slice(0, 4)).toEqual([1, 2, 3, 4].map((n) => `piece ${n}`));
    expect(begun.indexOf("double 1")).toBeLessThan(begun.indexOf("piece 1"));
  });

  test("keep the program waiting from the first that is open to the last that is answered", async () => {
    const { call, held } = connected();
    await Promise.all([call("double", 1), call("double", 2)]);
    expect(held).toEqual([true, false]);
  });

  test("hand over what is to be transferred, both ways, and copy the rest", async () => {
    const { call } = connected();
    const [copied, moved] = [Float64Array.of(1, 2), Float64Array.of(3, 4)];
    expect(await call("sum", copied)).toBe(3);
    expect(await call("sum", moved, { transfer: [moved.buffer] })).toBe(7);
    expect([copied.length, moved.length]).toEqual([2, 0]);
    expect(await call("numbers", 3)).toEqual(Float64Array.of(1, 1, 1));
  });

  test("tell of their progress, each to whoever made it", async () => {
    const { call } = connected();
    const heard: string[] = [];
    const one = call("steps", 2, { onProgress: (step) => heard.push(`a${step}`) });
    const other = call("steps", 1, { onProgress: (step) => heard.push(`b${step}`) });
    expect(await Promise.all([one, other])).toEqual(["done", "done"]);
    expect(heard).toEqual(["a1", "a2", "b1"]);
  });

  test("are rejected with the other side's message and code, and a rejection stays one", async () => {
    const { call } = connected();
    await expect(call("fail", "plainly")).rejects.toThrow(/^a plain one$/);
    await expect(call("fail", "with a code")).rejects.toMatchObject({ message: "a known one", code: "stale" });
    const rejected = await call("fail", "as a rejection").catch((error) => error);
    expect(rejected).toBeInstanceOf(XpalError);
    expect(rejected).toMatchObject({
      message: "f: count must be 1, got 2; take 1",
      ...{ code: "bad-state", who: "f", argument: "count", rule: "must be 1", wayOut: "take 1" },
    });
  });

  test("fail alone when an argument or an answer cannot be copied", async () => {
    const { call, held } = connected();
    await expect(call("double", (() => {}) as never)).rejects.toThrow(/could not be cloned/);
    await expect(call("fail", "with what cannot travel")).rejects.toThrow(/could not be cloned/);
    expect(await call("double", 1)).toBe(2);
    expect(held.at(-1)).toBe(false);
  });

  test("are all rejected when the other side dies, and so are those that come later", async () => {
    const { call, died } = connected();
    const waiting = [call("double", 50), call("double", 1)].map((asked) => asked.catch((error) => error.message));
    died(new Error("it ended with code 1"));
    expect(await Promise.all(waiting)).toEqual(["it ended with code 1", "it ended with code 1"]);
    died(new Error("something that came of it"));
    await expect(call("double", 1)).rejects.toThrow("it ended with code 1");
  });

  test("do not begin once they are cancelled; one that has begun is answered", async () => {
    const { call } = connected();
    const [first, second] = [new AbortController(), new AbortController()];
    const begunOne = call("double", 20, { signal: first.signal });
    const waiting = call("double", 1, { signal: second.signal });
    const after = call("double", 2);
    first.abort();
    second.abort();
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
    expect(await Promise.all([begunOne, after])).toEqual([40, 4]);
    expect(begun).toEqual(["double 20", "double 2"]);
  });

  test("that want no answer are done in their turn", async () => {
    const { call, tell } = connected();
    tell("double", 10);
    await call("double", 1);
    expect(begun).toEqual(["double 10", "double 1"]);
  });

  test("are announced when they come, also while another one is at work", async () => {
    const arrived: unknown[] = [];
    const { call } = connected({ onArrival: (name, argument) => arrived.push([name, argument]) });
    const [slow, next] = [call("gate", null), call("double", 1)];
    await expect
      .poll(() => arrived)
      .toEqual([
        ["gate", null],
        ["double", 1],
      ]);
    expect(begun).toEqual(["gate"]);
    openGate();
    await Promise.all([slow, next]);
    expect(begun).toEqual(["gate", "double 1"]);
  });
});
