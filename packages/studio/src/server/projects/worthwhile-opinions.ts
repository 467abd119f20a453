// Which item of others each person is to be asked about because their opinion, a second or a further one, is expected to bring
// more than a new item. The scoring thread finds that out beside the requests, for a small part of its time; a request takes
// what was found last, as long as it still fits.
import type { Folded } from "../../protocol/fold.ts";
import { mayHaveFurther } from "../../protocol/second-opinion.ts";
import type { ScoringCalls, SecondOpinionWorth } from "../scoring/scoring-calls.ts";
import { Background } from "./background.ts";
import type { CombinedView } from "./combined-view.ts";
import { forgetAbsent } from "./forget-absent.ts";
import { opinionsIn, toldOpinions } from "./opinions-model.ts";

/** Finding out may take this part of the time. */
const PART = 0.1;

/** The project that people work on. */
interface AskedProject {
  readonly state: Readonly<Folded>;
  readonly opinions: Pick<CombinedView, "recent" | "heard">;
  ask(
    name: "whom",
    argument: Parameters<ScoringCalls["whom"]>[0],
  ): Promise<{ sequence: number; worth: SecondOpinionWorth[] }>;
  now(): number;
}

/** Finds out who is to be asked again about what. */
export class WorthwhileOpinions {
  readonly #project: AskedProject;
  readonly #seen = new Map<string, number>();
  #found: ReadonlyMap<string, number> = new Map();
  #sequence = -1;
  /** The combined answers that the model knew when it was found out. */
  #basis: ReturnType<CombinedView["recent"]> | null = null;
  readonly #finding = new Background(() => this.#find(), PART);

  constructor(project: AskedProject) {
    this.#project = project;
  }

  /** The item that a person is to be asked about as far as is known; notes that the person is there. */
  itemFor(name: string): number | null {
    const { state } = this.#project;
    const now = this.#project.now();
    this.#seen.set(name, now);
    forgetAbsent(this.#seen, now);
    const basis = this.#project.opinions.recent();
    if (basis.size === 0) return null;
    // What was found out before the last answers were weighed says nothing of them, though they were known.
    const isOld = state.sequence !== this.#sequence || basis !== this.#basis;
    if (isOld) this.#finding.start().catch(() => {}); // the next request tries again
    return this.#found.get(name) ?? null;
  }

  async #find(): Promise<undefined> {
    const { state, opinions } = this.#project;
    const { sequence } = state;
    const basis = opinions.recent();
    const said = opinionsIn(state, opinions.heard);
    const { names, items } = said;
    const present = names.flatMap((name, place) => (this.#seen.has(name) ? [place] : []));
    // Who has set an item aside said no class, and would be asked about it again.
    const isSetAside = (item: number) =>
      [...(state.opinions.get(item)?.values() ?? [])].some(({ to }) => typeof to !== "number");
    const again = items.filter((item) => mayHaveFurther(state, item) && !isSetAside(item));
    const { worth } = await this.#project.ask("whom", { ...toldOpinions(said), present, again });
    this.#found = new Map(worth.map(({ annotator, item }) => [names[annotator], item]));
    this.#sequence = sequence;
    this.#basis = basis;
    return undefined;
  }
}
