import { expect, test } from "vitest";
// The thread itself is built code; the server's side of it is what is tried here.
import { startScoring } from "../../dist/server/scoring/scoring-thread.js";

test("a call to a scoring thread that has ended is refused; it once waited for ever", async () => {
  const thread = startScoring();
  await thread.close();
  await thread.gone;
  await expect(thread.call("map", null)).rejects.toMatchObject({ code: "failed", message: "scoring was stopped" });
});
