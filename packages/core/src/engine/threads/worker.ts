// What runs in another thread: it holds a session and answers its owner.
import { type Handlers, serve } from "../../calls/serve.ts";
import { isLearnedKernel } from "../../kernels/learning/is-learned-kernel.ts";
import type { GroupScores, RememberedFit } from "../../kernels/learning/learned-kernel.ts";
import { Labels, type LabelsJSON } from "../../labels.ts";
import type { Pool } from "../../pool.ts";
import { generator } from "../../random/generator.ts";
import { strategyFromJSON } from "../../strategies/strategy-from-json.ts";
import { openInline } from "../fast/wasm.ts";
import type { WasmSession } from "../fast/wasm-session.ts";
import { type EngineCalls, receivePool, type SessionNews } from "./messages.ts";
import { ownerPort, pause } from "./platform.ts";
import { QuietTime } from "./quiet-time.ts";

let open: { readonly session: WasmSession; readonly pool: Pool } | undefined;
let distancesSent = false;
const fitsSent = new WeakSet<RememberedFit>();
let scoresSent: GroupScores | undefined;
/** The labels of the question for scores that was answered last. */
let asked: Labels | undefined;
/** Whether nothing was asked since the last piece of work ahead. */
let quiet = false;
const QUIET_MS = 25;
const quietTime = new QuietTime(pause);
let strategy: { readonly json: string; readonly made: ReturnType<typeof strategyFromJSON> } | undefined;

const handlers: Handlers<EngineCalls, number> = {
  open: async ({ pool: sent, ...resources }) => {
    const pool = receivePool(sent);
    open = { pool, session: await openInline(pool, resources) };
    return news();
  },
  scores: async ({ labels: json, candidates, count, frequencies, strategy: wanted }, context) => {
    const { session, labels } = at(json);
    const open = candidates ?? labels.unlabelled();
    const request = { labels, candidates: open, generator: generator(0), count, frequencies };
    const made = strategyOf(JSON.stringify(wanted));
    const scored = await session.scores({ ...request, strategy: made });
    context.transfer(scored.scores.buffer);
    asked = labels;
    return { ...scored, ...news(labels) };
  },
  frequencies: async ({ labels: json }, { transfer }) => {
    const { session, labels } = at(json);
    const matrix = await session.frequencies(labels);
    transfer(matrix.data.buffer);
    return { matrix, ...news(labels) };
  },
  evaluationFrequencies: async ({ labels: json }, { transfer }) => {
    const { session, labels } = at(json);
    const matrix = await session.evaluationFrequencies(labels);
    transfer(matrix.data.buffer);
    return { matrix, ...news(labels) };
  },
};

serve(ownerPort(), handlers, {
  between: () => {
    // A person reads the item now; the fit is ready when the next answer comes.
    try {
      if (asked !== undefined) open?.session.fitAhead(asked);
    } catch {
      // the next question meets the same and tells of it
    }
    asked = undefined;
  },
  onArrival: () => {
    quiet = false;
    quietTime.arrived();
  },
  // While the first item is read, all pairs are compared in every view of the learned kernel; questions that follow
  // each other closely come first.
  idle: async () => {
    const asking = !quiet;
    quiet = true;
    const isQuiet = await quietTime.passes(asking ? QUIET_MS : 0);
    try {
      return isQuiet && (open?.session.prepareSome() ?? false);
    } catch {
      return false; // the next question meets the same and tells of it
    }
  },
});

function at(json: LabelsJSON): { readonly session: WasmSession; readonly labels: Labels } {
  if (open === undefined) throw new Error("the session was not opened");
  return { session: open.session, labels: Labels.fromJSON(open.pool, json) };
}

/** What the owner should know, and was not told yet: of the session, and of the labels of a question. */
function news(labels?: Labels): SessionNews {
  const explanation = open?.session.explanation() ?? null;
  const learned = labels === undefined ? {} : learnedAt(labels);
  const neighbourDistances = open?.session.neighbourDistances;
  if (distancesSent || neighbourDistances === undefined) return { explanation, ...learned };
  distancesSent = true;
  return { explanation, ...learned, neighbourDistances };
}

/** What the learned kernel has found. */
function learnedAt(labels: Labels): Pick<SessionNews, "fits" | "scoresOf"> {
  if (open === undefined || !isLearnedKernel(open.pool.kernel)) return {};
  const { kernel, features } = open.pool;
  const fresh = kernel.fitsOn(features).filter((fit) => !fitsSent.has(fit));
  for (const fit of fresh) fitsSent.add(fit);
  const scores = kernel.scoresOn(features, labels);
  const isNews = scores !== null && scores !== scoresSent;
  if (isNews) scoresSent = scores;
  return {
    ...(fresh.length === 0 ? {} : { fits: fresh.map(sent) }),
    ...(isNews ? { scoresOf: scores } : {}),
  };
}

/** A fit without what the owner makes of it itself. */
function sent({ name, items, outcome }: RememberedFit): RememberedFit {
  return { name, items, outcome } as RememberedFit;
}

function strategyOf(json: string): ReturnType<typeof strategyFromJSON> {
  if (strategy?.json !== json) strategy = { json, made: strategyFromJSON(JSON.parse(json)) };
  return strategy.made;
}
