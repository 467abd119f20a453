// A committee's disagreement with the RBF kernel, all members at once and with a stated error; kernel/committee-scores.ts
// does the arithmetic. Whatever could be the best is scored again by the definition's operations.
import { gammaOf } from "../../../kernels/gamma-of.ts";
import type { BandwidthKernel } from "../../../kernels/rbf.ts";
import type { Matrix } from "../../../matrix.ts";
import type { CommitteeMember } from "../../../strategies/qbc.ts";
import { GrowingBuffer } from "../../memory/growing-buffer.ts";
import { PACK_COLUMN_BYTES } from "../../memory/layout.ts";
import { blocksOf } from "../../threads/jobs.ts";
import { packsOf } from "../relations.ts";
import type { WasmState } from "../wasm-state.ts";
import type { Answers } from "./exact-committee.ts";
import { writeCommittee } from "./written-committee.ts";

/** Half the distance between 1 and the next double. */
const UNIT = 2 ** -53;
/** The relative error of the kernel's power of 1/2, with its roundings. */
const POWER_ERROR = 1.6e-14;
/** Scores with this error decide nothing; features of enormous size have them. */
const WORTHLESS = 1e-3;

/** Scores of positions, Infinity where only the definition's operations will do, and how far the others may be off. */
export interface RoughScores {
  readonly scores: Float64Array;
  readonly bound: number;
}

/** Computes rough scores for one pool. */
export class CommitteeScores {
  readonly #state: WasmState;
  readonly #features: Matrix;
  readonly #gamma: number;
  readonly #widest: number;
  readonly #committee: GrowingBuffer;
  readonly #room: GrowingBuffer;

  constructor(state: WasmState) {
    const { pool, arena } = state;
    this.#state = state;
    this.#features = pool.features as Matrix;
    this.#gamma = gammaOf((pool.kernel as BandwidthKernel).bandwidth);
    this.#widest = this.#gamma * squaredWidth(this.#features);
    this.#committee = new GrowingBuffer(arena);
    this.#room = new GrowingBuffer(arena);
  }

  /** The scores, or nothing if there is no room for them or they would be too far off. */
  scores(members: readonly CommitteeMember[], answers: Answers): RoughScores | undefined {
    const { arena, jobs, relations, pool, scores } = this.#state;
    const { cols } = this.#features;
    const samples = members.reduce((most, member) => Math.max(most, member.samples.length), 0);
    const bound = this.#bound(members.length, samples);
    if (!(bound < WORTHLESS)) return undefined;
    const blocks = blocksOf(pool.size).filter(([from, to]) => from < to);
    const squaresBytes = cols * PACK_COLUMN_BYTES;
    const blockBytes = squaresBytes + members.length * pool.classCount * PACK_COLUMN_BYTES;
    const written = writeCommittee(this.#state, this.#committee, members, answers, cols);
    if (written === undefined || !arena.fits(2 * blocks.length * blockBytes)) return undefined;
    const room = this.#room.atLeast(blocks.length * blockBytes);
    const packs = packsOf(arena, relations.itemsWithLabel);
    jobs.run(
      "scoreCommittee",
      blocks.map(([from, to], block) => ({
        packs,
        columnCount: cols,
        scale: this.#gamma / Math.LN2,
        from,
        to: Math.ceil(to / 8) * 8,
        slots: written.slots,
        slotCount: written.slotCount,
        memberCount: members.length,
        classCount: pool.classCount,
        squares: room + block * blockBytes,
        freq: room + block * blockBytes + squaresBytes,
        out: scores,
      })),
    );
    return { scores: arena.doubles(scores, pool.size), bound };
  }

  /**
   * How far a rough score can be from the definition's; u is the unit roundoff, D the columns, C the classes, M the
   * members, n a member's sample. On either side a squared distance is rounded at most D + 4 times, each time by at most
   * u of the widest possible one; that times gamma, and the error of the power, is the relative error e of a similarity.
   * Frequencies add n u to it, their quotient doubles it and adds C + 2 roundings: a probability is off by a share r of
   * itself. As p <= M mean, p ln(p / mean) then moves by at most r p (ln M + 3) where p is above the mean, and r (p 3 + mean / e)
   * below it; summed over classes and members that is M r (ln M + C / e + 3). The last term are the roundings of the sums.
   */
  #bound(memberCount: number, samples: number): number {
    const { classCount } = this.#state.pool;
    const similarity = POWER_ERROR + 2 * (this.#features.cols + 4) * UNIT * this.#widest + 4 * UNIT;
    const probability = 2.1 * (similarity + 2 * samples * UNIT) + 2 * (classCount + 2) * UNIT;
    const moved = memberCount * probability * (Math.log(memberCount) + classCount / Math.E + 3);
    return moved + 16 * UNIT * memberCount * classCount * (memberCount + 8) * (Math.log(memberCount) + 1) + 1e-20;
  }
}

/** The squared distance of opposite corners of the box around all items. */
function squaredWidth({ cols, data }: Matrix): number {
  let sum = 0;
  for (let d = 0; d < cols; d++) {
    let least = Infinity;
    let most = -Infinity;
    for (let at = d; at < data.length; at += cols) {
      least = Math.min(least, data[at]);
      most = Math.max(most, data[at]);
    }
    sum += (most - least) ** 2;
  }
  return sum;
}
