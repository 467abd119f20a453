// The fast engine under a kernel that chooses how to look at the items: one session for each view, and at every question
// the one whose bank explains the labels best answers. Views other than the given one are opened when labels come in.

import type { Kernel } from "../../kernels/kernel.ts";
import { type AdaptiveViewsKernel, mostEvident } from "../../kernels/learning/adaptive-views.ts";
import { poolIn, seenThrough } from "../../kernels/learning/feature-view.ts";
import { teachingLabels } from "../../kernels/learning/learnt-pool.ts";
import type { Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import { closed } from "../cancelled.ts";
import { type EngineSession, type Explanation, retire, type Scored, type ScoreRequest } from "../engine.ts";
import { inWords } from "../in-words.ts";

/** From this many labels on the other views are made ready, so that no answer waits for all of it. */
const AHEAD = 2;

/** Sessions on the views of a pool. */
export class ViewsSession implements EngineSession {
  readonly holdsThreads: boolean;
  readonly #pool: Pool;
  readonly #kernel: AdaptiveViewsKernel;
  readonly #open: (pool: Pool) => Promise<EngineSession>;
  readonly #sessions: Promise<EngineSession>[];
  #isClosed = false;
  #chosen: { readonly labels: Labels; readonly view: number } | undefined;
  #explanation: Explanation = {
    engine: "nothing has been asked yet",
    learnsFrom: null,
    learnt: null,
    earlier: null,
  };

  /**
   * Opens the given view.
   * @param open Opens a session on a pool whose kernel is adaptive.
   */
  static async open(
    pool: Pool,
    kernel: AdaptiveViewsKernel,
    open: (pool: Pool) => Promise<EngineSession>,
  ): Promise<ViewsSession> {
    const [given] = kernel.viewsOn(pool.features);
    return new ViewsSession(pool, kernel, open, await open(poolIn(pool, given, kernel.adaptive)));
  }

  private constructor(
    pool: Pool,
    kernel: AdaptiveViewsKernel,
    open: (pool: Pool) => Promise<EngineSession>,
    given: EngineSession,
  ) {
    this.#pool = pool;
    this.#kernel = kernel;
    this.#open = open;
    this.#sessions = [Promise.resolve(given)];
    this.holdsThreads = given.holdsThreads === true;
  }

  async scores(request: ScoreRequest): Promise<Scored> {
    const teaching = teachingLabels(request.strategy, this.#pool, request.labels);
    return this.#with(teaching, (session) => session.scores(request));
  }

  async frequencies(labels: Labels): Promise<Matrix> {
    return this.#with(labels, (session) => session.frequencies(labels));
  }

  async evaluationFrequencies(labels: Labels): Promise<Matrix> {
    return this.#with(labels, (session) => session.evaluationFrequencies(labels));
  }

  async learnt(labels: Labels): Promise<Kernel> {
    const view = await this.#viewAt(labels);
    const session = await this.#session(view);
    const seen = this.#kernel.viewsOn(this.#pool.features)[view];
    return seenThrough(
      seen,
      (await session.learnt?.(labels)) ?? this.#kernel.adaptive.stateAt(seen.features, labels).kernel,
    );
  }

  explanation(): Explanation {
    return this.#explanation;
  }

  explain(): string {
    return inWords(this.#explanation);
  }

  async retire(): Promise<void> {
    for (const session of this.#sessions) await retire(await session);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const session of this.#sessions) await (await session).close();
  }

  async #with<T>(labels: Labels, ask: (session: EngineSession) => Promise<T>): Promise<T> {
    const view = await this.#viewAt(labels);
    const session = await this.#session(view);
    const answer = await ask(session);
    const { name } = this.#kernel.viewsOn(this.#pool.features)[view];
    const own = session.explanation();
    const engine = `features as ${name === "given" ? "they are given" : name}; ${own.engine}`;
    this.#explanation = { ...own, engine };
    return answer;
  }

  async #viewAt(labels: Labels): Promise<number> {
    if (this.#chosen?.labels === labels) return this.#chosen.view;
    const views = this.#kernel.viewsOn(this.#pool.features);
    if (views.length === 1 || labels.count < AHEAD) return 0;
    const asked = views.map(async (_, v) => (await this.#session(v)).evidence?.(labels) ?? null);
    const view = mostEvident(await Promise.all(asked));
    this.#chosen = { labels, view };
    return view;
  }

  async #session(view: number): Promise<EngineSession> {
    if (this.#isClosed) throw closed(); // a session that is opened now would never be closed
    const seen = this.#kernel.viewsOn(this.#pool.features)[view];
    this.#sessions[view] ??= this.#open(poolIn(this.#pool, seen, this.#kernel.adaptive));
    return this.#sessions[view];
  }
}
