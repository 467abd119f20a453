import { describe, expect, test } from "vitest";
import { Labels } from "../../src/labels.ts";
import { matrixFrom } from "../../src/matrix.ts";
import { createPool } from "../../src/pool.ts";
import { rejection } from "../rejection.ts";

const pool = createPool({ features: matrixFrom([[0], [1], [2], [3]]), classes: ["no", "yes"] });
const none = Labels.none(pool);

describe("labels", () => {
  test("are listed by item, whatever the order of the answers", () => {
    const labels = none.add(2, 1).add(0, 0).add(2, 1).add(2, 0);
    expect(labels.labelled).toMatchObject([
      { index: 0, counts: Uint32Array.of(1, 0) },
      { index: 2, counts: Uint32Array.of(1, 2) },
    ]);
    expect(labels.count).toBe(2);
    expect(labels.has(2)).toBe(true);
    expect([...labels.unlabelled()]).toEqual([1, 3]);
  });

  test("are values: adding, removing and setting aside leave the old ones as they were", () => {
    const before = none.add(0, 1);
    const written = JSON.stringify(before);
    before.add(0, 0);
    before.add(1, 0);
    before.remove(0);
    before.setAside(2, "skipped");
    expect(JSON.stringify(before)).toBe(written);
  });

  test("forget a removed item as if it had never been labelled", () => {
    expect(none.add(0, 1).add(1, 0).add(1, 1).remove(1).toJSON()).toEqual(none.add(0, 1).toJSON());
  });

  test("keep items that were set aside apart, of each kind, until they are restored", () => {
    const labels = none.setAside(3, "skipped").setAside(1, "discarded").setAside(0, "skipped");
    expect(labels.aside("skipped")).toEqual([0, 3]);
    expect(labels.aside("discarded")).toEqual([1]);
    expect(labels.asideOf(3)).toBe("skipped");
    expect([...labels.unlabelled()]).toEqual([2]);
    expect([...labels.restore(3).unlabelled()]).toEqual([2, 3]);
  });

  test("read back from JSON as they were written", () => {
    const labels = none.add(2, 1).add(2, 1).add(2, 0).setAside(1, "skipped").setAside(0, "discarded");
    const again = Labels.fromJSON(pool, JSON.parse(JSON.stringify(labels)));
    expect(again.toJSON()).toEqual(labels.toJSON());
    expect(again.labelled).toEqual(labels.labelled);
  });

  test("read a large count at once", () => {
    const labels = Labels.fromJSON(pool, { labelled: [[0, 1, 2 ** 32 - 1]], skipped: [], discarded: [] });
    expect(labels.labelled[0].counts[1]).toBe(2 ** 32 - 1);
    expect(rejection(() => labels.add(0, 1))).toMatch(/^Labels.add: the number of answers for item 0 must be/);
  });

  test("are made from pairs of item and class name", () => {
    const pairs = new Map([
      [1, "yes"],
      [3, "no"],
    ]);
    expect(Labels.from(pool, pairs).toJSON().labelled).toEqual([
      [1, 1, 1],
      [3, 0, 1],
    ]);
  });

  test("reject an index out of range and a class that is not declared", () => {
    expect(rejection(() => none.add(4, 0))).toBe("Labels.add: index must be an integer from 0 to 3, got 4");
    expect(rejection(() => none.add(0, 2))).toBe("Labels.add: classIndex must be an integer from 0 to 1, got 2");
    expect(rejection(() => Labels.from(pool, [[0, "maybe"]]))).toBe(
      'Labels.from: pairs[0][1] must be one of the declared classes "no", "yes", got "maybe"',
    );
    expect(rejection(() => Labels.from(pool, [[-1, "yes"]]))).toBe(
      "Labels.from: pairs[0][0] must be an integer from 0 to 3, got -1",
    );
    expect(rejection(() => Labels.from(pool, 5 as never))).toBe(
      "Labels.from: pairs must be a list of [index, class], got 5",
    );
  });

  test("reject what contradicts itself", () => {
    const labels = none.add(0, 1).setAside(1, "discarded");
    expect(rejection(() => labels.add(1, 0))).toBe("Labels.add: item 1 was discarded; restore it first");
    expect(rejection(() => labels.setAside(0, "skipped"))).toBe(
      "Labels.setAside: item 0 has a label; remove the label first",
    );
    expect(rejection(() => labels.remove(2))).toBe("Labels.remove: item 2 has no label to remove");
    expect(rejection(() => labels.restore(2))).toBe("Labels.restore: item 2 was neither skipped nor discarded");
    expect(rejection(() => none.setAside(0, "lost" as never))).toBe(
      'Labels.setAside: kind must be one of skipped, discarded, got "lost"',
    );
  });

  test("reject a file that is not theirs, with the place", () => {
    expect(rejection(() => Labels.fromJSON(pool, {} as never))).toBe(
      "Labels.fromJSON: json must have the lists labelled, skipped and discarded, got an object",
    );
    const entry = (of: unknown) => () => Labels.fromJSON(pool, { labelled: [of], skipped: [], discarded: [] } as never);
    expect(rejection(entry(3))).toBe("Labels.fromJSON: json.labelled[0] must be [index, class, count], got 3");
    expect(rejection(entry([9, 0, 1]))).toBe(
      "Labels.fromJSON: json.labelled[0][0] must be an integer from 0 to 3, got 9",
    );
    expect(rejection(entry([0, 0, 0]))).toMatch(
      /^Labels.fromJSON: the number of answers for item 0 must be an integer/,
    );
  });
});
