import { describe, expect, test } from "vitest";
import { newLabelWords } from "../../../src/usage/new-label-words.ts";

const words = (line: string) => newLabelWords(line.split(" ")).join(" ");

describe("--new-label", () => {
  test("may name the column", () => {
    const meant = "label f.csv --label cls --new-label --classes a,b";
    expect(words("label f.csv --new-label cls --classes a,b")).toBe(meant);
    expect(words("label f.csv --new-label=cls --classes a,b")).toBe(meant);
    expect(words("label --new-label cls f.csv")).toBe("label --label cls --new-label f.csv");
  });
  test.each([
    "suggest --label kind --new-label f.csv",
    "suggest -lkind --new-label f.csv",
    "suggest --label=kind --new-label f.csv",
    "label f.csv --new-label --classes a,b",
    "label f.csv --new-label",
    "label -- --new-label cls",
    "label f.csv",
  ])("stays as it is in: %s", (line) => {
    expect(words(line)).toBe(line);
  });
});
