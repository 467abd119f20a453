// The items that a program is asked about because its answer is worth more per cost than a person's: chosen among the best of
// the ranking and some at random, and leased as a window's are.
import { generator } from "@xpal/core";
import { isProgram } from "../../protocol/annotator.ts";
import type { Suggestion } from "../../protocol/messages.ts";
import type { OpenProject } from "../projects/open-project.ts";
import { countedHeard, opinionsIn, toldOpinions } from "../projects/opinions-model.ts";
import { drawOpen, pickItems } from "../projects/pick-items.ts";
import { answerCosts, medianSeconds } from "./answer-costs.ts";
import { heardFrom, nameOf, type ProgramRecord } from "./program-record.ts";

/** As many items of the ranking are compared, and as many others. */
const RANKED = 40;
const RANDOM = 20;
/** It is compared with those people who have answered most. */
const MAX_PEOPLE = 6;
/** Before so many of its answers could be compared with people's, nothing is known of it to choose by. */
const MIN_COMPARED = 5;

/** What was chosen, of what was compared. */
export interface ChosenItems {
  readonly items: readonly Pick<Suggestion, "item" | "from">[];
  /** Items that are left to people. */
  readonly left: readonly number[];
  /** Whether people have all open items in hand. */
  readonly isWaiting: boolean;
}

/** Whether enough is known of a program to choose by. */
export function canChoose({ state }: Pick<OpenProject, "state">, record: ProgramRecord): boolean {
  const { choose, perAnswer } = record;
  return choose && perAnswer !== null && countedHeard(state, heardFrom(record)).length >= MIN_COMPARED;
}

/** Whether items are open that the program was not asked about. */
export function hasItemsFor(project: Pick<OpenProject, "openCount" | "isOpen">, { declined }: ProgramRecord): boolean {
  return project.openCount > new Set(declined.filter((item) => project.isOpen(item))).size;
}

/** Leases up to `count` items to the program's window. */
export async function chooseItems(
  project: OpenProject,
  record: ProgramRecord,
  window: string,
  count: number,
): Promise<ChosenItems> {
  const ranking = await project.ranked.current(count);
  const items = candidatesOf(project, ranking?.items ?? [], window, new Set(record.declined));
  if (items.length === 0) return { items: [], left: [], isWaiting: hasItemsFor(project, record) };
  const opinions = opinionsIn(project.state, heardFrom(record));
  const costs = answerCosts(record, project.state.settings, medianSeconds(project.state.facts.values()));
  const { items: chosen } = await project.ask("programItems", {
    ...toldOpinions(opinions),
    ...{ items, program: opinions.names.indexOf(nameOf(record)), people: peopleIn(opinions) },
    costs: { person: costs.person, program: costs.program as number },
  });
  const isChosen = new Set(chosen);
  const left = items.filter((item) => !isChosen.has(item));
  const { picked } = await project.leases.change((reservations) => {
    const isOpen = (item: number) => project.isOpen(item);
    const of = { sequence: 0, at: 0, twins: new Map(), ...ranking, items: chosen };
    // Without items to draw from: what was not chosen is for people.
    return pickItems({ ranking: of, reservations, isOpen, itemCount: 0, chance: generator(0) }, window, count);
  });
  const best = new Set(ranking?.items ?? []);
  return {
    items: picked.map((item) => ({ item, from: best.has(item) ? "best" : "queue" })),
    ...{ left, isWaiting: chosen.length > 0 && picked.length === 0 },
  };
}

/** Open items that nobody else has in hand. */
function candidatesOf(
  project: OpenProject,
  ranked: readonly number[],
  window: string,
  declined: ReadonlySet<number>,
): number[] {
  const held = project.leases.known.ofOthers(window);
  const fits = (item: number) => project.isOpen(item) && !held.has(item) && !declined.has(item);
  const items = new Set(ranked.filter(fits).slice(0, RANKED));
  const chance = generator(project.about.seed, project.state.sequence);
  for (let draw = 0; draw < RANDOM; draw++) {
    const item = drawOpen(chance, project.itemCount, (one) => fits(one) && !items.has(one));
    if (item === null) break;
    items.add(item);
  }
  return [...items];
}

/** The people who have answered most, by position. */
function peopleIn({ names, answers }: ReturnType<typeof opinionsIn>): number[] {
  const counts = names.map(() => 0);
  for (const { annotator } of answers) counts[annotator]++;
  const people = names.flatMap((name, place) => (isProgram(name) ? [] : [place]));
  return people.sort((a, b) => counts[b] - counts[a] || a - b).slice(0, MAX_PEOPLE);
}
