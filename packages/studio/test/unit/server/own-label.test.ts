// Which column of an own export holds the answers, and which of its cells are labels.
import { parseTable, type Table } from "@xpal/data";
import { describe, expect, test } from "vitest";
import { ownColumns } from "../../../src/server/exchange/own-columns.ts";
import { likelyLabel } from "../../../src/server/exchange/own-label.ts";
import { previewOf } from "../../../src/server/exchange/preview-of.ts";

const OURS =
  "status,annotator,answered_at,seconds,answer_order,expected_gain,asked_as,predicted,probability,label_source,predicted_from";

/** An export: the columns of the file with the answer among them, and the status of each row. */
function exported(names: string, rows: readonly (readonly [cells: string, status: string])[]): Promise<Table> {
  const lines = rows.map(([cells, status], at) => `${cells},${status},Ann,,,${at + 1},,,a,0.5,annotator,now`);
  return parseTable(new TextEncoder().encode(`${names},${OURS}\n${lines.join("\n")}\n`), "own.csv");
}

describe("the column of the answers", () => {
  test("is the one before ours where everything is labelled", async () => {
    const rows = [
      ["one,old,new", "labelled"],
      ["two,other,newer", "labelled"],
    ] as const;
    expect(likelyLabel(await exported("text,label,kind", rows))).toBe("kind");
  });

  test("is found by the status where the columns are in another order", async () => {
    const rows = [
      ["one,new,old", "labelled"],
      ["two,,other", "open"],
    ] as const;
    expect(likelyLabel(await exported("text,kind,label", rows))).toBe("kind");
  });

  test("is found by the status where columns are named by numbers, which come first in rows of an export", async () => {
    const rows = [
      ["new,1.5,red", "labelled"],
      [",2.5,red", "skipped"],
    ] as const;
    expect(likelyLabel(await exported("0,1,2", rows))).toBe("0");
  });

  test("stays so after labels were written into the file", async () => {
    const rows = [
      ["one,old,new", "labelled"],
      ["two,old,newer", "open"],
      ["three,old,", "open"],
    ] as const;
    expect(likelyLabel(await exported("text,label,kind", rows))).toBe("kind");
  });
});

describe("a label of an own export", () => {
  test.each(["?", "NA", "null", "n/a"])("was lost with its class where it is %s", async (name) => {
    const rows = [
      ["one plain text,yes", "labelled"],
      [`two plain texts,${name}`, "labelled"],
      ["three of them,", "open"],
    ] as const;
    const preview = previewOf("1", "own.csv", await exported("text,kind", rows));
    expect(preview).toMatchObject({ label: "kind", labelled: 2, classes: [name, "yes"].sort() });
    expect(preview.notices.join("\n")).not.toContain("must have at least two classes");
  });
});

test("a column xpal_status of the file was taken for ours, which stands behind it", async () => {
  const rows = [
    ["one,paid,yes", "labelled"],
    ["two,open,", "open"],
  ] as const;
  const own = ownColumns(await exported("text,xpal_status,label", rows));
  expect(own?.status.name).toBe("status");
});
