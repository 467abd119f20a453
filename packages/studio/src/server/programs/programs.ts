// Programs that answer beside the people of projects: begun, watched and stopped here. One runs in the server that was asked
// to begin it; whoever writes its record elsewhere, another server or the removal of the project, stops it.
import { chatEndpoint, money, programAnnotator } from "@xpal/data";
import { DEFAULT_HOUR, DEFAULT_SECONDS, type ProgramInfo, type ProgramRequest } from "../../protocol/program.ts";
import type { OpenProject } from "../projects/open-project.ts";
import type { Heard } from "../projects/opinions-model.ts";
import { StudioError } from "../studio-error.ts";
import type { StudioSecret } from "../studio-secret.ts";
import { programInfo } from "./program-info.ts";
import { programQuestions } from "./program-question.ts";
import {
  heardFrom,
  type KeptProgram,
  keyOf,
  type ProgramRecord,
  readProgram,
  readPrograms,
  removeProgram,
  sealedKey,
  writeProgram,
} from "./program-record.ts";
import { questionsOf, type ProgramParts as RunParts, runProgram } from "./program-run.ts";

/** One that is not heard of for so long, in this server or another one, has stopped. */
const SILENT_MS = 10 * 60_000;
const UNREADABLE_KEY =
  "the key of this LLM assistant was encrypted with another secret; enter it again, or start the studio with the former XPAL_SECRET";
/** The cost is estimated from so many items. */
const SPREAD = 200;

/** What programs work with, and what encrypts their keys. */
export interface ProgramParts extends RunParts {
  readonly secret: StudioSecret;
}

/** The programs of all projects. */
export class Programs {
  readonly #parts: ProgramParts;
  readonly #running = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  /** The last program that is being begun of each project. */
  readonly #beginning = new Map<string, Promise<ProgramInfo>>();

  constructor(parts: ProgramParts) {
    this.#parts = parts;
  }

  /** What the program of a project has done; null if it has none. */
  async info(project: string): Promise<ProgramInfo | null> {
    const openProject = await this.#parts.openProjects.of(project);
    const found = await readProgram(this.#parts.store, project);
    if (found === undefined) return null;
    const { record } = found;
    if (!this.#running.has(project)) openProject.hear(heardFrom(record)); // it may run in another server
    // The server that it ran in may have died.
    const isSilent = this.#parts.clock().getTime() - record.seen > SILENT_MS && !this.#running.has(project);
    if (record.state === "working" && isSilent) record.state = "stopped";
    return programInfo(openProject, record);
  }

  /**
   * Lets a program answer some items.
   * @throws StudioError "agree" if items would leave this machine and nobody has agreed to that; the message names host and cost.
   */
  async begin(project: string, request: ProgramRequest): Promise<ProgramInfo> {
    // One after another: of two at once, each would run without seeing the other.
    const before = this.#beginning.get(project)?.catch(() => {});
    const begun = (before ?? Promise.resolve()).then(() => this.#begin(project, request));
    this.#beginning.set(project, begun);
    return begun.finally(() => {
      if (this.#beginning.get(project) === begun) this.#beginning.delete(project);
    });
  }

  async #begin(project: string, { key, ...asked }: ProgramRequest): Promise<ProgramInfo> {
    const openProject = await this.#parts.openProjects.of(project);
    const { host } = chatEndpoint(asked.endpoint);
    const { store, secret } = this.#parts;
    await checkAgreed(openProject, asked);
    await this.stop(project);
    const before = (await readProgram(store, project))?.record; // with all that was paid for until it stopped
    const isSame = before !== undefined && before.endpoint === asked.endpoint && before.model === asked.model;
    const record: ProgramRecord = {
      ...{ endpoint: asked.endpoint, host, model: asked.model, price: asked.price ?? null, count: asked.count },
      // A key is never sent to another server than the one that it was given for.
      key:
        key === undefined ? (before?.endpoint === asked.endpoint ? before.key : null) : sealedKey(secret, project, key),
      ...{ state: "working", failure: null, asked: 0, answered: 0, cost: null, seen: this.#parts.clock().getTime() },
      ...{ choose: asked.choose ?? true, hour: asked.hour ?? DEFAULT_HOUR, perAnswer: null, left: 0 },
      seconds: asked.seconds ?? DEFAULT_SECONDS,
      evenIfPoor: asked.evenIfPoor ?? false,
      ...{ declined: isSame ? before.declined : [], audited: isSame ? before.audited : [] },
    };
    const opened = keyOf(secret, project, record);
    if (opened === undefined) throw new StudioError("bad-argument", UNREADABLE_KEY);
    const revision = await writeProgram(store, project, record);
    this.#start(project, { record, revision }, opened);
    return programInfo(openProject, record);
  }

  /** Lets it finish what it is at, and ask nothing more. */
  async stop(project: string): Promise<void> {
    const running = this.#running.get(project);
    running?.stop.abort();
    await running?.ended;
    const found = await readProgram(this.#parts.store, project);
    if (found?.record.state === "working")
      await writeProgram(this.#parts.store, project, { ...found.record, state: "stopped" });
  }

  /** What the program of a project said of items of people. */
  async heardOf(project: string): Promise<Heard[]> {
    const found = await readProgram(this.#parts.store, project);
    return found === undefined ? [] : heardFrom(found.record);
  }

  /** Forgets the program of a project that was removed, with its key. */
  async forget(project: string): Promise<void> {
    await removeProgram(this.#parts.store, project);
    this.#running.get(project)?.stop.abort();
  }

  /** How many have a key that cannot be decrypted here. */
  async countUnreadableKeys(): Promise<number> {
    const records = await readPrograms(this.#parts.store);
    return [...records].filter(([project, record]) => keyOf(this.#parts.secret, project, record) === undefined).length;
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#beginning.values());
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #start(project: string, kept: KeptProgram, key: string | null): void {
    const stop = new AbortController();
    const ended = runProgram(this.#parts, project, kept, key, stop)
      .catch((error: Error) => this.#parts.log("error", { what: "program", message: error.message }))
      .finally(() => this.#running.delete(project));
    this.#running.set(project, { stop, ended });
  }
}

/** Rejects where items would leave this machine without a yes that names the host. */
async function checkAgreed(openProject: OpenProject, asked: Omit<ProgramRequest, "key">): Promise<void> {
  const { host, isLocal } = chatEndpoint(asked.endpoint);
  const questionOf = programQuestions(openProject);
  if (isLocal || asked.agreedTo === host) return;
  let sentence = "";
  const program = programAnnotator({
    ...{ endpoint: asked.endpoint, model: asked.model, planned: questionsOf(asked.count) },
    ...(asked.price === undefined ? {} : { price: asked.price }),
    agree: ({ questions, tokens, cost }) => {
      const price = cost === null ? "at a price that is not known" : `which costs ${money(cost)} or more`;
      sentence = `up to ${questions} items of about ${tokens} tokens in all would leave this machine and go to ${host}, ${price}; agree to that host to go on`;
      return false;
    },
  });
  await program.ask(spreadItems(openProject.itemCount).map(questionOf)).catch((error: unknown) => {
    if (sentence === "") throw error;
  });
  throw new StudioError("agree", sentence);
}

/** Some items, spread evenly over all: what these take stands for what all take. */
function spreadItems(itemCount: number): number[] {
  const count = Math.min(SPREAD, itemCount);
  return Array.from({ length: count }, (_, at) => Math.floor((at * itemCount) / count));
}
