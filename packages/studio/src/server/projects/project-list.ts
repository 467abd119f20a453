// The projects of a store and how far each is. Folding a log costs, so what was folded is kept and only what came since
// is read.
import type { Project } from "@xpal/store";
import { liveClasses } from "../../protocol/classes.ts";
import type { LoggedEvent } from "../../protocol/events.ts";
import { apply, type Folded, nothing } from "../../protocol/fold.ts";
import type { ListedProject } from "../../protocol/messages.ts";
import type { StudioError } from "../studio-error.ts";
import { projectAboutSchema, UNREADABLE } from "./project-about.ts";
import { infoOf } from "./project-info.ts";
import type { ProjectStore } from "./project-store.ts";
import { readLog } from "./read-log.ts";

interface Known {
  readonly state: Folded;
  used: string;
  damaged: string | null;
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
    const listed: ListedProject[] = [];
    for (const project of projects) {
      const about = projectAboutSchema.safeParse(project.about);
      if (!about.success) {
        listed.push(unreadable(project));
        continue;
      }
      const { state, used, damaged } = await this.#fold(project);
      const labelled = [...state.facts.values()].filter(({ to }) => typeof to === "number").length;
      const classes = liveClasses(about.data.classes, state).map(({ name }) => name);
      listed.push({
        ...infoOf(project, about.data, state),
        classes,
        labelled,
        aside: state.facts.size - labelled,
        classCount: classes.length,
        used,
        archived: state.settings.archived ?? false,
        damaged,
      });
    }
    return listed.sort((a, b) => (a.used < b.used ? 1 : a.used > b.used ? -1 : 0));
  }

  async #fold({ id, at, last }: Project): Promise<Known> {
    const known = this.#known.get(id) ?? { state: nothing(), used: at, damaged: null };
    this.#known.set(id, known);
    if (last <= known.state.sequence) return known;
    for (const event of await this.#readable(id, known)) {
      if (event.sequence <= known.state.sequence) continue; // another request was faster
      apply(known.state, event);
      if (event.at > known.used) known.used = event.at;
    }
    return known;
  }

  /** What came since; where a log is damaged nothing, and why, so that the other projects can still be reached. */
  async #readable(id: string, known: Known): Promise<LoggedEvent[]> {
    try {
      const events = await readLog(this.#store, id, known.state.sequence);
      known.damaged = null;
      return events;
    } catch (error) {
      const { code, message } = error as Partial<StudioError>;
      if (code !== "damaged") throw error;
      known.damaged = message ?? "";
      return [];
    }
  }
}

/** A project of which nothing but its name is known. */
function unreadable({ id, title, at, last }: Project): ListedProject {
  const nobody = { itemCount: 0, classes: [] };
  const view = { pixels: null, image: null, texts: [], cells: [] };
  const info = { id, title, at, last, ...nobody, began: nobody, view, hasTruth: false, demo: false };
  const rest = { model: "paper", sample: null, rowsInFile: null, drawFailed: false } as const;
  return { ...info, ...rest, labelled: 0, aside: 0, classCount: 0, used: at, archived: false, damaged: UNREADABLE };
}
