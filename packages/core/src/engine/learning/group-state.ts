// The fast engine under the learned kernel: weights and metrics come from the kernel itself, frequencies and scores of
// the sum of mixtures from the kernel's memory, with the definition's bits wherever they decide.
import { lossAt } from "../../classifier/measure.ts";
import type { Fitter } from "../../kernels/learning/fit-problem.ts";
import type { BankMember } from "../../kernels/learning/kernel-bank.ts";
import type { LearnedGroup, LearnedKernel, UsedGroup } from "../../kernels/learning/learned-kernel.ts";
import { type LearnedChange, LearnedSoFar } from "../../kernels/learning/learned-so-far.ts";
import type { Labels } from "../../labels.ts";
import { type Matrix, matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import type { Strategy, View } from "../../strategies/strategy.ts";
import type { XpalStrategy } from "../../strategies/xpal.ts";
import { checkScores } from "../check-scores.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { ColumnSums } from "../fast/column-sums.ts";
import { fewCosts } from "../fast/few-costs.ts";
import { type Planes, planes } from "../fast/label-frequencies.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { largestOf } from "../largest-of.ts";
import { looksAhead } from "../look-ahead.ts";
import { once } from "../once.ts";
import type { GainFrequencies } from "../predicting-session.ts";
import { AppliedAhead } from "./applied-ahead.ts";
import { BaseDistances } from "./base-distances.ts";
import type { WeighedSlot } from "./group-book.ts";
import { columnBytes, GroupGains } from "./group-gains.ts";
import { type BegunSlot, beginSlot, GroupSlot } from "./group-slot.ts";
import { metricFits } from "./metric-fits.ts";

/** The learned kernel on one state, whose kernel is the base. */
export class GroupState {
  readonly #pool: Pool;
  readonly #kernel: LearnedKernel;
  readonly #state: WasmState;
  readonly #slots = new Map<string, GroupSlot>();
  readonly #begun = new Map<string, BegunSlot>();
  readonly #soFar = new LearnedSoFar();
  readonly #items: Planes;
  readonly #points: Planes;
  readonly #sums: ColumnSums;
  readonly #fit: Fitter;
  readonly #ahead: AppliedAhead;
  #gains: GroupGains | undefined;
  #given: { readonly items: Planes; readonly points: Planes } | undefined;
  #labels: Labels | undefined;
  #used: readonly UsedGroup[] | null = null;
  #weighed: readonly WeighedSlot[] = [];
  /** The base kernel as a member of the given view, which is used while there are too few labels. */
  readonly #base: readonly UsedGroup[];
  #way = "";

  constructor(pool: Pool, kernel: LearnedKernel, state: WasmState) {
    const { arena } = state;
    this.#pool = pool;
    this.#kernel = kernel;
    this.#state = state;
    this.#items = planes(arena, pool.size, pool.classCount);
    this.#points = pool.evaluation.isPool ? this.#items : planes(arena, pool.evaluation.size, pool.classCount);
    this.#sums = new ColumnSums(state);
    this.#fit = metricFits(state);
    this.#ahead = new AppliedAhead(state);
    const [given] = kernel.viewsOn(pool.features);
    this.#base = [{ ...given, weights: baseWeights(given.bank.members) }];
  }

  /** Whether it is also used for this strategy while the base kernel is used: one member then has all the weight. */
  servesBase(strategy: Strategy): boolean {
    const { name } = this.#kernel.base;
    if ((name !== "rbf" && name !== "hamming") || !this.#base[0].weights.includes(1)) return false;
    return isXpal(strategy, this.#pool) && hasOnePrior(strategy as XpalStrategy);
  }

  /** Whether the base kernel's distances can be had with the definition's bits. */
  static knows(state: WasmState): boolean {
    return BaseDistances.knows(state);
  }

  /** How the last question was answered. */
  get way(): string {
    return this.#way;
  }

  /** What was learned and how it moved. */
  get learned(): LearnedChange {
    return this.#soFar;
  }

  /** What the spreads of each view follow from, for banks elsewhere on the same pool; undefined until they are known. */
  get neighbourDistances(): readonly Float64Array[] | undefined {
    const known = this.#kernel.viewsOn(this.#pool.features).map((group) => {
      return this.#slots.get(group.view.name)?.parts.factors.neighbourDistances;
    });
    return known.every((distances) => distances !== undefined) ? known : undefined;
  }

  /** The scores of a request, whose labels are enough to learn from. */
  score(request: ScoreRequest): Scored {
    const { strategy, labels, candidates } = request;
    this.#update(labels);
    if (isXpal(strategy, this.#pool)) {
      const { localities, scales } = this.#kernel.settings;
      const loss = lossAt(this.#pool, labels, () => request.frequencies?.points ?? this.#matrixOf("points"));
      this.#gains ??= new GroupGains(this.#state, localities.length, scales.length);
      const { items, points } = this.#planesFor(request.frequencies);
      const scored = this.#gains.score(request, this.#weighed, items, points, loss);
      const rows = this.#gains.keeps ? "kept until the kernel changes" : "computed at each question";
      this.#way = `only points whose decision can flip are visited, with rows ${rows}`;
      return scored;
    }
    this.#way = "as it is written, on matrices that the kernel filled";
    const scores = strategy.scores(this.#view(request));
    checkScores(strategy.name, scores, candidates.length);
    return { scores, best: largestOf(scores) };
  }

  /** k_x^L under the sum of mixtures, at the items or at the evaluation points. */
  frequencies(labels: Labels, which: "items" | "points"): Matrix {
    this.#update(labels);
    return this.#matrixOf(which);
  }

  /** Makes fits that will be needed soon. */
  fitAhead(labels: Labels): void {
    this.#ahead.begin(this.#kernel.fitAhead(this.#pool.features, labels, this.#fit));
  }

  /** Applies a part of what was fitted ahead; returns whether there is more. */
  applySome(): boolean {
    if (this.#labels === undefined) return false;
    const weightsOf = (name: string) => this.#used?.find(({ view }) => view.name === name)?.weights;
    return this.#ahead.step(this.#labels, weightsOf, columnBytes(this.#pool));
  }

  /** Fills some rows of distances of the given view ahead, which is used from the second answer on; returns whether it did. */
  fillSomeRows(): boolean {
    return this.#slotOf(this.#base[0]).fillSomeRows(columnBytes(this.#pool));
  }

  /** Makes the views ready, so that no later answer waits for all of it. */
  prepare(): void {
    for (const group of this.#kernel.viewsOn(this.#pool.features)) this.#slotOf(group);
  }

  /** A part of `prepare`; returns whether there is more of it. */
  prepareSome(): boolean {
    const [group, ...later] = this.#kernel
      .viewsOn(this.#pool.features)
      .filter(({ view }) => !this.#slots.has(view.name));
    if (group === undefined) return false;
    const begun = this.#begun.get(group.view.name) ?? beginSlot(this.#state, group);
    this.#begun.set(group.view.name, begun);
    if (!begun.distances.inKernel) return false; // comparing all pairs on this side cannot be stopped
    if (begun.search?.step()) return true;
    this.#slotOf(group);
    return later.length > 0;
  }

  #update(labels: Labels): void {
    if (labels === this.#labels) return;
    this.prepare(); // the kernel then knows the spreads
    const { features } = this.#pool;
    const used = this.#kernel.usedAt(features, labels, this.#fit) ?? this.#base;
    this.#soFar.note(labels, this.#kernel.stateAt(features, labels).learned);
    if (this.#used === null || !sameUse(used, this.#used)) {
      this.#used = used;
      this.#weighed = used.map((group) => ({ slot: this.#slotOf(group), weights: group.weights }));
      for (const { slot, weights } of this.#weighed) slot.parts.rows.weigh(weights);
      this.#gains?.forget();
    }
    for (const { slot, weights } of this.#weighed) slot.parts.frequencies.update(labels, weights);
    this.#mix(this.#items, "items");
    if (!this.#pool.evaluation.isPool) this.#mix(this.#points, "points");
    this.#labels = labels;
  }

  #slotOf(group: LearnedGroup): GroupSlot {
    const known = this.#slots.get(group.view.name);
    if (known?.view === group.view) return known;
    const applied = this.#ahead.take(group, known);
    if (applied !== undefined) {
      this.#slots.set(group.view.name, applied);
      return applied;
    }
    if (known !== undefined) {
      known.see(group.view);
      return known;
    }
    const slot = new GroupSlot(this.#state, group, this.#begun.get(group.view.name));
    this.#begun.delete(group.view.name);
    this.#slots.set(group.view.name, slot);
    return slot;
  }

  /** The sum of the groups' frequencies, in their order. */
  #mix({ at, stride }: Planes, which: "items" | "points"): void {
    for (let y = 0; y < this.#pool.classCount; y++) {
      this.#sums.sum(at + y * stride * 8, stride, (add) => {
        for (const { slot } of this.#weighed) add(slot.parts.frequencies[which].at + y * stride * 8, 1);
      });
    }
  }

  /** Where the frequencies of the gain are: the kernel's own, or those that were given. */
  #planesFor(given: GainFrequencies | undefined): { readonly items: Planes; readonly points: Planes } {
    if (given === undefined) return { items: this.#items, points: this.#points };
    const { arena } = this.#state;
    const { size, classCount, evaluation } = this.#pool;
    if (this.#given === undefined) {
      const items = planes(arena, size, classCount);
      this.#given = { items, points: evaluation.isPool ? items : planes(arena, evaluation.size, classCount) };
    }
    this.#write(this.#given.items, "items", given.items);
    if (!evaluation.isPool) this.#write(this.#given.points, "points", given.points);
    return this.#given;
  }

  #write({ at, stride, count }: Planes, which: "items" | "points", { cols, data }: Matrix): void {
    const { arena, orders } = this.#state;
    const numbers = arena.doubles(at, stride * cols);
    for (let y = 0; y < cols; y++) {
      for (let x = 0; x < count; x++) numbers[y * stride + x] = data[orders[which][x] * cols + y];
    }
  }

  #view({ labels, candidates, generator, frequencies }: ScoreRequest): View {
    const { isPool } = this.#pool.evaluation;
    const freq = once(() => frequencies?.items ?? this.#matrixOf("items"));
    const similarity = once(() => this.#similarities("items"));
    const { kernel } = this.#kernel.stateAt(this.#pool.features, labels);
    return {
      pool: Object.freeze({ ...this.#pool, kernel }),
      labels,
      candidates,
      generator,
      freq,
      evaluationFreq: isPool ? freq : once(() => frequencies?.points ?? this.#matrixOf("points")),
      similarity,
      evaluationSimilarity: isPool ? similarity : once(() => this.#similarities("points")),
    };
  }

  #similarities(which: "items" | "points"): Matrix {
    const columns = which === "items" ? this.#pool.size : this.#pool.evaluation.size;
    const sum = matrix(this.#pool.size, columns);
    for (const { slot } of this.#weighed) {
      const { data } = slot.parts.rows.matrixOf(which);
      for (let at = 0; at < data.length; at++) sum.data[at] += data[at];
    }
    return sum;
  }

  #matrixOf(which: "items" | "points"): Matrix {
    const { arena, orders } = this.#state;
    const { at, stride, count } = which === "items" ? this.#items : this.#points;
    const result = matrix(count, this.#pool.classCount);
    const numbers = arena.doubles(at, stride * result.cols);
    for (let y = 0; y < result.cols; y++) {
      for (let x = 0; x < count; x++) result.data[orders[which][x] * result.cols + y] = numbers[y * stride + x];
    }
    return result;
  }
}

/** Whether two lists hold the same views and metrics with the same weights: what was made of one is good for the other. */
function sameUse(a: readonly UsedGroup[], b: readonly UsedGroup[]): boolean {
  if (a.length !== b.length) return false;
  return a.every(({ view, weights }, g) => {
    const other = b[g];
    return view === other.view && weights.every((weight, m) => weight === other.weights[m]);
  });
}

/** Whether the fast twin can be used. */
function isXpal(strategy: Strategy, pool: Pool): boolean {
  return strategy.name === "xpal" && "evaluationPrior" in strategy && !looksAhead(strategy) && fewCosts(pool);
}

/** The weights with which a mixture is its base kernel, where it has such a member. */
function baseWeights(members: readonly BankMember[]): Float64Array {
  return Float64Array.from(members, ({ scale, locality }) => (scale === 1 && locality === 0 ? 1 : 0));
}

/** Whether all classes have the same prior: else every candidate would be scored exactly. */
function hasOnePrior({ evaluationPrior }: XpalStrategy): boolean {
  return (
    typeof evaluationPrior === "number" || Array.from(evaluationPrior).every((prior, _, [first]) => prior === first)
  );
}
