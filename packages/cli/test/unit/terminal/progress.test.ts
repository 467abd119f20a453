import { describe, expect, test } from "vitest";
import { duration, progress } from "../../../src/terminal/progress.ts";
import { fakeTerminal } from "../fake-terminal.ts";

describe("progress", () => {
  test("is silent when nobody is looking", () => {
    const terminal = fakeTerminal({ isTerminal: false });
    const bar = progress(terminal, "Learning", 2);
    terminal.wait(5000);
    bar.step(1);
    bar.end();
    expect(terminal.errText()).toBe("");
  });
  test("waits a moment, draws a bar with the time left, and wipes it away", () => {
    const terminal = fakeTerminal({ isTerminal: true });
    const bar = progress(terminal, "Learning", 4);
    bar.step(1);
    expect(terminal.errText()).toBe("");
    terminal.wait(5000);
    bar.step(2, "xPAL");
    expect(terminal.errText()).toMatch(/Learning xPAL ━+─+ {2}50 % 5 s left$/);
    bar.end();
    expect(terminal.errText().endsWith("\r\u001b[2K")).toBe(true);
  });
});

describe("duration", () => {
  test("is as exact as a waiting person cares for", () => {
    expect([400, 61_000, 7_260_000].map(duration)).toEqual(["0 s", "1 min 1 s", "2 h 1 min"]);
  });
});
