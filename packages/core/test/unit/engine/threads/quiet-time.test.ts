import { describe, expect, test } from "vitest";
import { QuietTime } from "../../../../src/engine/threads/quiet-time.ts";

describe("QuietTime", () => {
  test("lets nobody wait for the end of a pause in which something arrives", async () => {
    const quiet = new QuietTime(() => new Promise(() => {}));
    const passed = quiet.passes(25);
    quiet.arrived();
    expect(await passed).toBe(false);
  });

  test("says that a time was quiet, also after one that was not", async () => {
    let end = () => {};
    const quiet = new QuietTime(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    quiet.arrived();
    const first = quiet.passes(25);
    end();
    expect(await first).toBe(true);
    const second = quiet.passes(25);
    quiet.arrived();
    end();
    expect(await second).toBe(false);
  });
});
