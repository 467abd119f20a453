// Whole and damaged files for every reader. A whole file gives back exactly the cells that were written. A damaged one
// gives a table that holds together, or a rejection with a code in one sentence. Anything else is a failure: a wrong cell,
// another kind of error, a feature that is not finite.

import { XpalError } from "@xpal/core";
import { applyRecipe, cellText, fitRecipe, parseTable } from "@xpal/data";
import { ENDINGS, randomTable, written } from "../written-table.mjs";

export const about =
  "whole and damaged files for every reader; the cells as written, a table that holds together, or a typed rejection";
export const defaultRounds = 20_000;
export const testRounds = 400;

export async function run({ rounds, chance, fail }) {
  const figures = {
    files: 0,
    "right answers": 0,
    "damaged tables read": 0,
    "typed rejections": 0,
    formats: ENDINGS.length,
  };
  for (let round = 0; round < rounds; round++) {
    const ending = chance.of(ENDINGS);
    const table = randomTable(chance);
    const whole = written(table, ending, chance);
    const isDamaged = chance.index(4) > 0;
    const bytes = isDamaged ? damaged(whole, chance) : whole;
    const shown = `round ${round}, ${isDamaged ? "damaged" : "whole"} .${ending}`;
    figures.files++;
    try {
      const read = await parseTable(bytes, `table.${ending}`);
      const fault = isDamaged ? faultOf(read) : differenceOf(read, table, ending);
      if (fault !== undefined) fail(`${shown}: ${fault}`);
      else figures[isDamaged ? "damaged tables read" : "right answers"]++;
    } catch (error) {
      const typed = error instanceof XpalError && /^\w+: [^\n]+$/.test(error.message);
      if (isDamaged && typed) figures["typed rejections"]++;
      else fail(`${shown}: ${error?.name}: ${String(error?.message).slice(0, 200)}`);
    }
  }
  return figures;
}

/** One to three bytes changed, cut off, dropped, repeated or inserted. */
function damaged(bytes, chance) {
  let result = bytes;
  for (let times = 1 + chance.index(3); times > 0; times--) {
    const at = chance.index(result.length + 1);
    const length = 1 + chance.index(40);
    const byte = chance.of([0, 10, 13, 34, 44, 59, 63, 123, 255, chance.index(256)]);
    const [before, after] = [result.slice(0, at), result.slice(at)];
    const parts = chance.of([
      [before, [byte], after.slice(1)],
      [before],
      [before, after.slice(length)],
      [before, after.slice(0, length), after],
      [before, [byte], after],
    ]);
    result = Uint8Array.from(parts.flatMap((part) => [...part]));
  }
  return result;
}

function faultOf(read) {
  for (const { name, type, values } of read.columns) {
    const length = type === "vector" ? values.rows : values.length;
    if (length !== read.rows) return `column ${name} has ${length} of ${read.rows} rows`;
  }
  if (read.lines !== undefined && read.lines.length !== read.rows) return "lines and rows differ";
  const odd = read.notices.find(({ message }) => /undefined|\[object/.test(message));
  if (odd !== undefined) return odd.message;
  try {
    const { features } = applyRecipe(fitRecipe(read, { label: null }).recipe, read);
    for (const part of features.groups ?? [features]) {
      if (!(part.data ?? part.values).every(Number.isFinite)) return "a feature is not finite";
    }
  } catch (error) {
    if (!(error instanceof XpalError)) throw error;
  }
  return undefined;
}

function differenceOf(read, table, ending) {
  const expected =
    ending === "npy" || ending === "npz" ? { embedding: table.size.map((value) => [value ?? 0]) } : table;
  for (const [name, cells] of Object.entries(expected)) {
    const column = read.columns.find((one) => one.name === name);
    if (column === undefined) return `the column ${name} is missing`;
    for (const [row, cell] of cells.entries()) {
      const found = cellText(column, row);
      const wanted = cell === null ? null : Array.isArray(cell) ? JSON.stringify(cell) : String(cell);
      if (found !== wanted)
        return `row ${row}, column ${name}: ${JSON.stringify(found)}, written ${JSON.stringify(wanted)}`;
    }
  }
  return read.rows === table.size.length ? undefined : `${read.rows} rows, written ${table.size.length}`;
}
