import { expect, test } from "vitest";
import { askLater } from "../../../src/web/ui/ask-later.ts";

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
