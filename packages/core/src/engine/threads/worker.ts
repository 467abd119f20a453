// What runs in another thread: a host, which holds a session and answers its owner, or a helper, which takes jobs.
import { isLearning } from "../../kernels/learning/learning.ts";
import type { RememberedFit } from "../../kernels/learning/learnt-metrics.ts";
import { Labels } from "../../labels.ts";
import type { Pool } from "../../pool.ts";
import { generator } from "../../random/generator.ts";
import { strategyFromJSON } from "../../strategies/strategy-from-json.ts";
import { openInline } from "../fast/wasm.ts";
import type { WasmSession } from "../fast/wasm-session.ts";
import { wasmOn } from "../memory/wasm-module.ts";
import {
  type AskMessage,
  type HelperMessage,
  type HostMessage,
  type ReplyMessage,
  receivePool,
  sendError,
} from "./messages.ts";
import { listenToOwner, type Owner } from "./platform.ts";
import { helpForever } from "./shared-jobs.ts";

let session: WasmSession | undefined;
let pool: Pool | undefined;
let distancesSent = false;
const fitsSent = new WeakSet<RememberedFit>();
let strategy: { readonly json: string; readonly made: ReturnType<typeof strategyFromJSON> } | undefined;

listenToOwner((message, owner) => {
  const told = message as HostMessage | HelperMessage | AskMessage;
  if (told.role === "helper") {
    helpForever(
      wasmOn(told.module, told.memory, () => {
        throw new Error("a helper has no host to ask");
      }),
      told.memory,
    );
  }
  void answer(told, owner);
});

async function answer(told: HostMessage | AskMessage, owner: Owner): Promise<void> {
  const id = told.role === "host" ? 0 : told.id;
  try {
    const reply = told.role === "host" ? open(told) : await ask(told);
    const transfer = [reply.scores?.buffer, reply.matrix?.data.buffer].filter((buffer) => buffer !== undefined);
    owner.post(
      { id, explanation: session?.explanation() ?? null, ...reply, ...news() } satisfies ReplyMessage,
      transfer,
    );
    // A person reads the item now; the fit is ready when the next answer comes.
    if (told.role === "ask" && told.what === "scores" && pool !== undefined) {
      session?.fitAhead(Labels.fromJSON(pool, told.labels));
    }
  } catch (error) {
    owner.post({ id, explanation: session?.explanation() ?? null, refusal: sendError(error) } satisfies ReplyMessage);
  }
}

/** What the owner should know and was not told yet. */
function news(): Partial<ReplyMessage> {
  const fits = pool !== undefined && isLearning(pool.kernel) ? pool.kernel.fitsOn(pool.features) : [];
  const fresh = fits.filter((fit) => !fitsSent.has(fit));
  for (const fit of fresh) fitsSent.add(fit);
  const known = fresh.length === 0 ? {} : { fits: fresh.map(({ name, items, outcome }) => ({ name, items, outcome })) };
  const neighbourDistances = session?.neighbourDistances;
  if (distancesSent || neighbourDistances === undefined) return known;
  distancesSent = true;
  return { ...known, neighbourDistances };
}

function open({ pool: sent, module, memory, threads, budget, mode }: HostMessage): Partial<ReplyMessage> {
  pool = receivePool(sent);
  session = openInline(pool, { module, memory, threads, budget, mode });
  return {};
}

async function ask(told: AskMessage): Promise<Partial<ReplyMessage>> {
  if (session === undefined || pool === undefined) throw new Error("the session was not opened");
  const labels = Labels.fromJSON(pool, told.labels);
  if (told.what === "evidence") return { evidence: await session.evidence(labels) };
  if (told.what === "weights") return { weights: session.weightsAt(labels) ?? null };
  if (told.what !== "scores") return { matrix: await session[told.what](labels) };
  const json = JSON.stringify(told.strategy);
  if (strategy?.json !== json) strategy = { json, made: strategyFromJSON(JSON.parse(json)) };
  const candidates = told.candidates ?? labels.unlabelled();
  const request = { strategy: strategy.made, labels, candidates, generator: generator(0), count: told.count };
  return session.scores(request);
}
