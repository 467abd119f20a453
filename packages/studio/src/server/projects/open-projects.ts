// The projects that are open. An open project costs a thread and the pool's memory, so only a few stay open unwatched.
import type { Events } from "@xpal/store";
import { BIN_DAYS } from "../../protocol/limits.ts";
import type { ScoringThread } from "../scoring/scoring-calls.ts";
import { StudioError } from "../studio-error.ts";
import { OpenProject, type OpenProjectOptions } from "./open-project.ts";
import type { ProjectStore } from "./project-store.ts";

const MAX_OPEN = 4;
/** No model keeps more than this to save time: more hardly makes it faster. */
const MAX_KEEP_BYTES = 2 ** 29;
const DAY_MS = 24 * 3600 * 1000;

/** Opens projects on demand and closes those that nobody watches. */
export class OpenProjects {
  readonly #store: ProjectStore;
  readonly #options: Omit<OpenProjectOptions, "keepBytes">;
  readonly #modelBytes: number | undefined;
  readonly #startScoring: () => ScoringThread;
  readonly #open = new Map<string, Promise<OpenProject>>();
  #spare: ScoringThread | undefined;
  #stopWatching: () => Promise<void> = async () => {};

  /**
   * @param modelBytes How much memory the models of all open projects together may keep to save time; by default each
   *   what its engine takes by itself.
   */
  constructor(
    store: ProjectStore,
    options: Omit<OpenProjectOptions, "keepBytes">,
    startScoring: () => ScoringThread,
    modelBytes?: number,
  ) {
    this.#store = store;
    this.#options = options;
    this.#startScoring = startScoring;
    this.#modelBytes = modelBytes;
  }

  /** Follows what other servers write to the store. */
  async follow(events: Pick<Events, "watch">): Promise<void> {
    this.#stopWatching = await events.watch((grown) => {
      for (const [id, opening] of this.#open) {
        if (grown !== null && grown.project !== id) continue;
        void opening.then((openProject) => this.#catchUp(id, openProject, grown?.last)).catch(() => {});
      }
    });
  }

  /** Makes a scoring thread ready, so that the first project need not wait for one to load. */
  warm(): void {
    if (this.#spare !== undefined) return;
    const spare = this.#startScoring();
    this.#spare = spare;
    void spare.gone.then(() => {
      if (this.#spare === spare) this.#spare = undefined;
    });
  }

  /** The open project of an id; throws "not-found" if there is no such project. */
  of(id: string): Promise<OpenProject> {
    const known = this.#open.get(id);
    this.#open.delete(id);
    const openProject = known ?? this.#enter(id);
    this.#open.set(id, openProject); // most recently used last
    return openProject;
  }

  /** Throws "not-found" if there is no such project. */
  async check(id: string): Promise<void> {
    if ((await this.#store.projects.get(id)) === undefined) throw noProject(id);
  }

  /** Puts a project into the bin. It leaves the others first: a request meanwhile must not open it again. */
  async remove(id: string): Promise<void> {
    if (!(await this.#store.projects.bin(id, this.#options.clock().toISOString()))) throw noProject(id);
    await this.#options.onBinned?.(id);
    await this.leave(id, noProject(id));
  }

  /** Takes a project out of the bin again. */
  async restore(id: string): Promise<void> {
    if (!(await this.#store.projects.restore(id))) throw notInBin(id);
  }

  /** Removes a project of the bin with all its answers, for good. */
  async removeFromBin(id: string): Promise<void> {
    if (!(await this.#store.projects.binned()).some((project) => project.id === id)) throw notInBin(id);
    await this.#store.projects.remove(id);
    await this.#options.onRemoved?.(id);
  }

  /** Removes for good what has been in the bin for too long. */
  async emptyBin(): Promise<void> {
    const now = this.#options.clock().getTime();
    for (const { id, binned } of await this.#store.projects.binned()) {
      if (Date.parse(binned) + BIN_DAYS * DAY_MS <= now) await this.removeFromBin(id);
    }
  }

  /**
   * Closes a project.
   * @param reason What questions that still come or wait are rejected with.
   */
  async leave(id: string, reason?: Error): Promise<void> {
    const openProject = this.#open.get(id);
    this.#open.delete(id);
    await (await openProject?.catch(() => undefined))?.close(reason);
  }

  async close(): Promise<void> {
    await this.#stopWatching();
    await Promise.all([...this.#open.keys()].map((id) => this.leave(id)));
    await this.#spare?.close();
    this.#spare = undefined;
  }

  /** A failure is left to the next request, which says what is the matter. */
  async #catchUp(id: string, openProject: OpenProject, last: number | undefined): Promise<void> {
    if (last === 0)
      await this.leave(id, noProject(id)); // it was removed
    else await openProject.catchUp(last);
  }

  #enter(id: string): Promise<OpenProject> {
    const start = () => {
      const scoring = this.#spare ?? this.#startScoring();
      this.#spare = undefined;
      return scoring;
    };
    const openProject = OpenProject.open(this.#store, id, start, { ...this.#options, keepBytes: this.#keepBytes() });
    openProject.catch(() => this.#open.delete(id));
    openProject.then(() => this.#makeSpace(id)).catch(() => {});
    // Without its thread a project answers nothing; the next request starts a new one.
    const forget = () => this.#open.get(id) === openProject && this.#open.delete(id);
    openProject.then(({ gone }) => gone.then(forget)).catch(() => {});
    return openProject;
  }

  /** The part of a project that opens now: one of those that may be open, or of all where more are watched. */
  #keepBytes(): number | undefined {
    if (this.#modelBytes === undefined) return undefined;
    const part = Math.floor(this.#modelBytes / Math.max(MAX_OPEN, this.#open.size + 1));
    return Math.min(MAX_KEEP_BYTES, part);
  }

  async #makeSpace(keep: string): Promise<void> {
    for (const [id, promise] of [...this.#open]) {
      if (this.#open.size <= MAX_OPEN) return;
      const openProject = await promise.catch(() => undefined);
      if (id !== keep && openProject !== undefined && !openProject.watched) await this.leave(id);
    }
  }
}

function notInBin(id: string): StudioError {
  return new StudioError("not-found", `there is no project ${JSON.stringify(id)} in the bin`);
}

function noProject(id: string): StudioError {
  return new StudioError("not-found", `there is no project ${JSON.stringify(id)}`);
}
