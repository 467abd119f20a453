// The projects of a store and how far each is. Folding a log costs, so what was folded is kept and only what came since
// is read.
import type { Project } from "@xpal/store";
import { liveClasses } from "../../protocol/classes.ts";
import { BIN_DAYS } from "../../protocol/limits.ts";
import type { BinnedProject, ListedProject } from "../../protocol/messages.ts";
import type { StudioError } from "../studio-error.ts";
import { aboutFault, type ProjectAbout } from "./project-about.ts";
import { infoOf } from "./project-info.ts";
import type { ProjectStore } from "./project-store.ts";
import { FoldedLog, type LeftLog, readLog } from "./read-log.ts";

interface Known {
  readonly log: FoldedLog;
  used: string;
  /** Why nothing at all can be read. */
  unread: string | null;
}

/** Reads the list, again and again. */
export class ProjectList {
  readonly #store: ProjectStore;
  readonly #known = new Map<string, Known>();

  constructor(store: ProjectStore) {
    this.#store = store;
  }

  /** All projects, the last used first. */
  async read(): Promise<ListedProject[]> {
    const projects = await this.#store.projects.list();
    const ids = new Set(projects.map(({ id }) => id));
    for (const id of [...this.#known.keys()]) if (!ids.has(id)) this.#known.delete(id);
    const listed = await this.#listed(projects);
    return listed.sort((a, b) => (a.used < b.used ? 1 : a.used > b.used ? -1 : 0));
  }

  /** The projects in the bin, the last one put there first. */
  async bin(): Promise<BinnedProject[]> {
    const projects = await this.#store.projects.binned();
    const removed = new Map(projects.map(({ id, binned }) => [id, binned]));
    return (await this.#listed(projects)).map(({ id, title, itemCount, labelled, classCount }) => {
      const at = removed.get(id) as string;
      const until = new Date(Date.parse(at) + BIN_DAYS * 24 * 3600 * 1000).toISOString();
      return { id, title, itemCount, labelled, classCount, removed: at, until };
    });
  }

  async #listed(projects: readonly Project[]): Promise<ListedProject[]> {
    const listed: ListedProject[] = [];
    for (const project of projects) {
      const fault = aboutFault(project.about);
      if (fault !== null) {
        listed.push(unreadable(project, fault));
        continue;
      }
      const about = project.about as unknown as ProjectAbout;
      const { log, used, unread } = await this.#fold(project, about);
      const { state } = log;
      const labelled = [...state.facts.values()].filter(({ to }) => typeof to === "number").length;
      const classes = liveClasses(state).map(({ name }) => name);
      listed.push({
        ...infoOf(project, about, state, unread ?? log.damage),
        classes,
        labelled,
        aside: state.facts.size - labelled,
        classCount: classes.length,
        used,
        archived: state.settings.archived ?? false,
      });
    }
    return listed;
  }

  async #fold({ id, at, last }: Project, about: ProjectAbout): Promise<Known> {
    const known = this.#known.get(id) ?? { log: new FoldedLog(about), used: at, unread: null };
    this.#known.set(id, known);
    if (last === known.log.state.sequence) return known;
    for (const event of known.log.take(await this.#left(id, known)).folded) {
      if (event.at > known.used) known.used = event.at;
    }
    return known;
  }

  /** What came since; if nothing can be read, why, so that the other projects can still be reached. */
  async #left(id: string, known: Known): Promise<LeftLog> {
    try {
      const left = await readLog(this.#store, id, known.log.state.sequence);
      known.unread = null;
      return left;
    } catch (error) {
      const { code, message } = error as Partial<StudioError>;
      if (code !== "damaged") throw error;
      known.unread = message ?? "";
      return { events: [], faults: [] };
    }
  }
}

/** A project of which nothing but its name is known. */
function unreadable({ id, title, at, last }: Project, damaged: string): ListedProject {
  const nobody = { itemCount: 0, classes: [] };
  const view = { pixels: null, image: null, texts: [], cells: [] };
  const info = { id, title, at, last, ...nobody, began: nobody, view, hasTruth: false, demo: false };
  const rest = { model: "paper", rowsInFile: null } as const;
  return { ...info, ...rest, labelled: 0, aside: 0, classCount: 0, used: at, archived: false, damaged };
}
