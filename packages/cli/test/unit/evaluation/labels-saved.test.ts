import { describe, expect, test } from "vitest";
import { labelsSaved } from "../../../src/evaluation/labels-saved.ts";

const rival = { key: "random", name: "random", mark: "r", errors: [0.9, 0.5, 0.4, 0.3] };

describe("labelsSaved", () => {
  test("counts to the first label from which on it has the rival's last error", () => {
    const saving = labelsSaved({ key: "xpal", name: "xPAL", mark: "x", errors: [0.9, 0.3, 0.2, 0.1] }, rival);
    expect(saving).toMatchObject({ needed: 1, saved: 2, error: 0.3 });
    expect(saving.sentence).toBe(
      "xPAL needs 1 label for the error that random reaches with 3 (30.0 %): 2 labels saved.",
    );
  });
  test("says so when nothing was saved", () => {
    const saving = labelsSaved({ key: "xpal", name: "xPAL", mark: "x", errors: [0.9, 0.8, 0.7, 0.3] }, rival);
    expect(saving).toMatchObject({ needed: 3, saved: 0 });
    expect(saving.sentence).toContain("none saved");
  });
  test("counted a touch of the rival's last error as saved labels, though the curve rose again", () => {
    const saving = labelsSaved({ key: "xpal", name: "xPAL", mark: "x", errors: [0.9, 0.3, 0.7, 0.6] }, rival);
    expect(saving).toMatchObject({ needed: null, saved: 0 });
    expect(saving.sentence).toBe(
      "xPAL touches but does not keep the error that random has after 3 labels (30.0 %): it ends at 60.0 %.",
    );
  });
  test("says so when the error was not reached", () => {
    const saving = labelsSaved({ key: "xpal", name: "xPAL", mark: "x", errors: [0.9, 0.8, 0.7, 0.6] }, rival);
    expect(saving).toMatchObject({ needed: null, saved: 0 });
    expect(saving.sentence).toBe(
      "xPAL does not reach the error that random has after 3 labels (30.0 %): it ends at 60.0 %.",
    );
  });
});
