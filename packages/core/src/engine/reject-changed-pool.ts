// A session that notices when the numbers of its pool are changed under it: the engine has a copy of them, and answers
// from old numbers would be wrong without a sign. Sums of blocks of numbers are kept; each question looks at some blocks
// in turn, and at those of the items labelled, so that a change is found soon at little cost.
import { XpalError } from "../error.ts";
import { type Features, isGroups, isSparse } from "../features.ts";
import { itemsOf, type Labels } from "../labels.ts";
import type { Pool } from "../pool.ts";
import { type EngineSession, retire } from "./engine.ts";

/** Numbers per block, and blocks per question. */
const BLOCK = 2048;
const LOOKS = 4;

/** The same session, rejecting to answer once the pool's numbers were found changed. */
export function rejectChangedPool(session: EngineSession, pool: Pool): EngineSession {
  const watches = numbersOf(pool).map((numbers) => ({ ...numbers, sums: sumsOf(numbers.words), next: 0 }));
  const look = (labels: Labels) => {
    for (const watch of watches) {
      const { what, cols, words, sums } = watch;
      const same = (block: number) => sums[block] === sumOf(words, block);
      for (let i = 0; i < Math.min(LOOKS, sums.length); i++) {
        if (!same(watch.next)) throw changed(what);
        watch.next = (watch.next + 1) % sums.length;
      }
      const last = itemsOf(labels).at(-1);
      if (cols > 0 && last !== undefined && !same(Math.floor((last.index * cols) / BLOCK))) throw changed(what);
    }
  };
  return {
    pool,
    async scores(request) {
      look(request.labels);
      return session.scores(request);
    },
    async frequencies(labels) {
      look(labels);
      return session.frequencies(labels);
    },
    async evaluationFrequencies(labels) {
      look(labels);
      return session.evaluationFrequencies(labels);
    },
    holdsThreads: session.holdsThreads === true,
    explanation: () => session.explanation(),
    explain: () => session.explain(),
    retire: () => retire(session),
    close: () => session.close(),
  };
}

interface PoolNumbers {
  /** What of the pool they are, as the end of a sentence. */
  readonly what: string;
  /** How many there are of an item; 0 where items have no fixed number of them. */
  readonly cols: number;
  /** As words of 32 bits. */
  readonly words: Uint32Array;
}

/** The numbers of a pool that others may hold too. */
function numbersOf({ features, evaluation }: Pool): PoolNumbers[] {
  const of = (part: Features): { cols: number; words: Uint32Array }[] => {
    if (isGroups(part)) return part.groups.flatMap(of);
    const numbers = isSparse(part) ? part.values : part.data;
    const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
    return [{ cols: isSparse(part) ? 0 : part.cols, words }];
  };
  const { indices, weights, isPool } = evaluation;
  const others = isPool ? [] : of(evaluation.features).map(({ words }) => words);
  if (indices !== null) others.push(indices);
  if (weights !== null) others.push(new Uint32Array(weights.buffer, weights.byteOffset, weights.length * 2));
  return [
    ...of(features).map((part) => ({ ...part, what: "features were" })),
    ...others.map((words) => ({ words, cols: 0, what: "evaluation set was" })),
  ];
}

function sumsOf(words: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(words.length / 2 / BLOCK) }, (_, block) => sumOf(words, block));
}

/** A sum in which the position of each word counts. */
function sumOf(words: Uint32Array, block: number): number {
  let sum = 0;
  const end = Math.min(words.length, (block + 1) * BLOCK * 2);
  for (let at = block * BLOCK * 2; at < end; at++) sum = (Math.imul(sum, 31) + words[at]) | 0;
  return sum >>> 0;
}

function changed(what: string): XpalError {
  return new XpalError("bad-state", {
    who: "engine",
    argument: "pool",
    rule: `must not be changed while an engine works on it, but its ${what}`,
    wayOut: "create a new pool",
  });
}
