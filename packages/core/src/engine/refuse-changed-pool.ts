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

/** The same session, refusing to answer once the pool's numbers were found changed. */
export function refuseChangedPool(session: EngineSession, pool: Pool): EngineSession {
  const watches = matricesOf(pool).map(({ cols, words }) => ({ cols, words, sums: sumsOf(words), next: 0 }));
  const look = (labels: Labels) => {
    for (const watch of watches) {
      const { cols, words, sums } = watch;
      const same = (block: number) => sums[block] === sumOf(words, block);
      for (let i = 0; i < Math.min(LOOKS, sums.length); i++) {
        if (!same(watch.next)) throw changed();
        watch.next = (watch.next + 1) % sums.length;
      }
      const last = itemsOf(labels).at(-1);
      if (cols > 0 && last !== undefined && !same(Math.floor((last.index * cols) / BLOCK))) throw changed();
    }
  };
  return {
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
    async evidence(labels) {
      look(labels);
      return session.evidence?.(labels) ?? null;
    },
    ...(session.learnt === undefined
      ? {}
      : {
          learnt: (labels: Labels) => {
            look(labels);
            return session.learnt!(labels);
          },
        }),
    holdsThreads: session.holdsThreads === true,
    explanation: () => session.explanation(),
    explain: () => session.explain(),
    retire: () => retire(session),
    close: () => session.close(),
  };
}

/** The numbers of a pool as 32-bit words; `cols` is 0 where items have no fixed number of them. */
function matricesOf({ features, evaluation }: Pool): { readonly cols: number; readonly words: Uint32Array }[] {
  const of = (part: Features): { cols: number; words: Uint32Array }[] => {
    if (isGroups(part)) return part.groups.flatMap(of);
    const numbers = isSparse(part) ? part.values : part.data;
    const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
    return [{ cols: isSparse(part) ? 0 : part.cols, words }];
  };
  const others = evaluation.indices === null ? of(evaluation.features).map((part) => ({ ...part, cols: 0 })) : [];
  return [...of(features), ...others];
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

function changed(): XpalError {
  return new XpalError("bad-state", {
    who: "engine",
    argument: "pool",
    rule: "must not be changed while an engine works on it, but its features were",
    wayOut: "create a new pool",
  });
}
