import { expect, test } from "vitest";
import { ApiError } from "../../../src/web/ui/api.ts";
import { askLater } from "../../../src/web/ui/ask-later.ts";
import { BackOff } from "../../../src/web/ui/back-off.ts";

test("an earlier search that was answered late took the place of the last one", async () => {
  const found: string[] = [];
  const answers = new Map<string, (text: string) => void>();
  const ask = (text: string) => () => new Promise<string>((resolve) => answers.set(text, resolve));
  const begun = async (text: string) => expect.poll(() => answers.has(text)).toBe(true);
  const takeBack = askLater(0, ask("ca"), (text) => found.push(text));
  await begun("ca");
  takeBack();
  askLater(0, ask("cat"), (text) => found.push(text));
  await begun("cat");
  answers.get("cat")?.("cat");
  answers.get("ca")?.("ca");
  await expect.poll(() => found).toEqual(["cat"]);
  askLater(
    0,
    () => Promise.reject(new Error("offline")),
    (text) => found.push(text),
  ); // an error of nobody would fail the test
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(found).toEqual(["cat"]);
});

test("what the server had failed to answer once stayed unknown until the next change", async () => {
  const answers = [new ApiError(0, "offline", ""), new ApiError(503, "busy", ""), "cat", new ApiError(400, "bad", "")];
  const ask = async () => {
    const answer = answers.shift() as ApiError | string;
    if (answer instanceof ApiError) throw answer;
    return answer;
  };
  const told: string[] = [];
  askLater(0, ask, (text) => told.push(text), new BackOff(1, 4));
  await expect.poll(() => told).toEqual(["cat"]);
  askLater(0, ask, (text) => told.push(text), new BackOff(1, 4)); // a rejection is final
  await expect.poll(() => answers).toEqual([]);
  expect(told).toEqual(["cat"]);
});
