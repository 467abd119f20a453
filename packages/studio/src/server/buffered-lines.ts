// Lines for a file, written together some times a second: many requests a second must not each cost a write.

const EVERY_MS = 200;

/** Takes lines and passes on what has come together; `flush` passes on the rest. */
export function bufferedLines(write: (lines: string) => void): { add(line: string): void; flush(): void } {
  let lines = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines !== "") write(lines);
    lines = "";
  };
  return {
    flush,
    add: (line) => {
      lines += line;
      timer ??= setTimeout(flush, EVERY_MS);
    },
  };
}
