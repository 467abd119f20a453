// A terminal that remembers what was written and whose clock is moved by hand.
import type { Terminal } from "../../src/terminal/terminal.ts";

/** A terminal for tests. */
export function fakeTerminal(
  options: {
    isTerminal?: boolean;
    colour?: boolean;
    columns?: number;
    keys?: readonly string[];
    queueAddress?: string;
  } = {},
) {
  const { isTerminal = false, colour = false, columns = 80, keys = [] } = options;
  const texts = { out: "", err: "" };
  let clock = 0;
  const output = (to: "out" | "err") => ({
    write: (text: string) => {
      texts[to] += text;
    },
    isTerminal,
    colour,
    columns,
  });
  const terminal: Terminal = {
    out: output("out"),
    err: output("err"),
    keys: {
      isTerminal,
      discard: async () => {},
      async *[Symbol.asyncIterator]() {
        yield* keys;
      },
    },
    date: () => new Date(clock),
    now: () => clock,
    threads: 1,
    imageProtocol: null,
    untilInterrupted: (work) => work(new AbortController().signal),
    datasetsFolder: undefined,
    queueAddress: options.queueAddress,
    databaseAddress: undefined,
    studioSecret: undefined,
    storeAddress: undefined,
    debug: false,
  };
  return Object.assign(terminal, {
    outText: () => texts.out,
    errText: () => texts.err,
    wait: (ms: number) => {
      clock += ms;
    },
  });
}
