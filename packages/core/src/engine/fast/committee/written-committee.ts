// A committee as kernel/committee-scores.ts reads it: per labelled item that was drawn, the groups of members with the
// same columns, and per member and class how often the item counts. With few columns many members share theirs, and a
// similarity is then computed once for all of them.
import type { CommitteeMember } from "../../../strategies/qbc.ts";
import type { GrowingBuffer } from "../../memory/growing-buffer.ts";
import { GROUP_BYTES, PACK_COLUMN_BYTES, SLOT_BYTES, USE_BYTES } from "../../memory/layout.ts";
import type { WasmState } from "../wasm-state.ts";
import type { Answers } from "./exact-committee.ts";

const SLOT_WORDS = SLOT_BYTES / 4;
const GROUP_WORDS = GROUP_BYTES / 4;

/** Where it was written. */
export interface WrittenCommittee {
  readonly slots: number;
  readonly slotCount: number;
}

/** Members with the same columns, and the columns that they leave out. */
interface Group {
  readonly members: number[];
  readonly leftOut: Uint32Array;
}

/** Writes a committee, or nothing where the memory's budget does not allow it. */
export function writeCommittee(
  { arena, orders, pool }: WasmState,
  room: GrowingBuffer,
  members: readonly CommitteeMember[],
  answers: Answers,
  columnCount: number,
): WrittenCommittee | undefined {
  const groups = groupsOf(members, columnCount);
  const items = [...answers.keys()];
  const times = timesDrawn(members, items, pool.size);
  const most = items.length * members.length; // of groups over all items, and of members
  const useBytes = most * pool.classCount * USE_BYTES;
  const listed = members.length * columnCount;
  const bytes = useBytes + (most * GROUP_WORDS + listed + items.length * SLOT_WORDS) * 4;
  if (!arena.fits(2 * bytes)) return undefined;
  const usesAt = room.atLeast(bytes);
  const groupsAt = usesAt + useBytes;
  const listsAt = groupsAt + most * GROUP_WORDS * 4;
  const slotsAt = listsAt + listed * 4;
  const words = arena.words(usesAt, bytes / 4);
  const uses = arena.doubles(usesAt, useBytes / 8);
  const word = (address: number) => (address - usesAt) / 4;
  const lists = groups.map(({ leftOut }, g) => {
    words.set(leftOut, word(listsAt) + g * columnCount);
    const from = listsAt + g * columnCount * 4;
    return { from, to: from + leftOut.length * 4 };
  });
  let use = usesAt;
  let group = groupsAt;
  let slotCount = 0;
  for (let i = 0; i < items.length; i++) {
    const counts = answers.get(items[i]) as Uint32Array;
    const firstGroup = group;
    for (let g = 0; g < groups.length; g++) {
      const firstUse = use;
      for (const m of groups[g].members) {
        const drawn = times[i * members.length + m];
        if (drawn === 0) continue;
        for (let y = 0; y < counts.length; y++) {
          if (counts[y] === 0) continue;
          words[word(use)] = (m * pool.classCount + y) * PACK_COLUMN_BYTES;
          uses[(use - usesAt) / 8 + 1] = drawn * counts[y];
          use += USE_BYTES;
        }
      }
      if (use === firstUse) continue;
      writeFour(words, word(group), lists[g].from, lists[g].to, firstUse, use);
      group += GROUP_WORDS * 4;
    }
    if (group === firstGroup) continue;
    const slot = word(slotsAt) + slotCount * SLOT_WORDS;
    words[slot] = orders.itemPlaces[items[i]];
    words[slot + 1] = firstGroup;
    words[slot + 2] = group;
    slotCount++;
  }
  return { slots: slotsAt, slotCount };
}

function writeFour(words: Uint32Array, at: number, a: number, b: number, c: number, d: number): void {
  words[at] = a;
  words[at + 1] = b;
  words[at + 2] = c;
  words[at + 3] = d;
}

function groupsOf(members: readonly CommitteeMember[], columnCount: number): Group[] {
  const groups = new Map<string, Group>();
  members.forEach(({ columns }, m) => {
    const leftOut = complement(columns, columnCount);
    const key = leftOut.join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { members: [m], leftOut });
    else group.members.push(m);
  });
  return [...groups.values()];
}

/** The columns that are not among these, as offsets in a pack of eight. */
function complement(columns: ArrayLike<number>, columnCount: number): Uint32Array {
  const kept = new Uint8Array(columnCount);
  for (let i = 0; i < columns.length; i++) kept[columns[i]] = 1;
  const others = new Uint32Array(columnCount - columns.length);
  for (let d = 0, at = 0; d < columnCount; d++) if (kept[d] === 0) others[at++] = d * PACK_COLUMN_BYTES;
  return others;
}

/** How often each member drew each item, items x members. */
function timesDrawn(members: readonly CommitteeMember[], items: readonly number[], size: number): Uint32Array {
  const places = new Uint32Array(size);
  items.forEach((item, i) => {
    places[item] = i;
  });
  const times = new Uint32Array(items.length * members.length);
  members.forEach(({ samples }, m) => {
    for (let s = 0; s < samples.length; s++) times[places[samples[s]] * members.length + m]++;
  });
  return times;
}
