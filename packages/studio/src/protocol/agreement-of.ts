// How far people agree on the items that both of them have put into a class.
import type { Fact, Folded } from "./fold.ts";
import type { ConfusionCounts } from "./messages.ts";

/** Two people and their answers. */
export interface Agreement {
  readonly names: readonly [string, string];
  /** Items that both have put into a class. */
  readonly items: number;
  readonly agreed: number;
  /** Cohen's kappa: agreement beyond what chance would give; null where chance alone would always agree. */
  readonly kappa: number | null;
}

/**
 * What people said of an item on their own. A reviewer decides knowing what others said, and only where they differ: a
 * decision agrees with one of them and says nothing of how far people agree.
 */
export function ownOpinions(given: ReadonlyMap<string, Fact>): [name: string, fact: Fact][] {
  const all = [...given];
  const first = Math.min(...all.map(([, { order }]) => order));
  // An answer to a question says why it was asked; a decision in review does not.
  return all.filter(
    ([, { asked, fromFile, order }]) => asked !== undefined || fromFile !== undefined || order === first,
  );
}

/** Every pair of people who have some items in common, by name. */
export function agreementOf(opinions: ReadonlyMap<number, ReadonlyMap<string, Fact>>): Agreement[] {
  const pairs = new Map<string, { names: readonly [string, string]; answers: [number, number][] }>();
  for (const given of opinions.values()) {
    const classes = ownOpinions(given).flatMap(([name, { to }]) =>
      typeof to === "number" ? [[name, to] as const] : [],
    );
    classes.sort(([a], [b]) => (a < b ? -1 : 1));
    for (let i = 0; i < classes.length; i++) {
      for (let j = i + 1; j < classes.length; j++) {
        const names = [classes[i][0], classes[j][0]] as const;
        const key = JSON.stringify(names);
        const pair = pairs.get(key) ?? { names, answers: [] };
        pair.answers.push([classes[i][1], classes[j][1]]);
        pairs.set(key, pair);
      }
    }
  }
  return [...pairs.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { names, answers }]) => {
      const agreed = answers.filter(([one, other]) => one === other).length;
      return { names, items: answers.length, agreed, kappa: kappaOf(answers, agreed) };
    });
}

/** Everybody who has answered something, by name. */
export function annotatorsOf(opinions: ReadonlyMap<number, ReadonlyMap<string, Fact>>): string[] {
  return [...new Set([...opinions.values()].flatMap((given) => [...given.keys()]))].sort();
}

/** Whether people put an item into different classes, or one of them says that it is not usable; "don't know" says nothing. */
export function isDisputed(given: ReadonlyMap<string, Fact> | undefined): boolean {
  const said = [...(given?.values() ?? [])].map(({ to }) => to);
  return new Set(said.filter((to) => typeof to === "number" || to === "discarded")).size > 1;
}

/** Whether people differ in this way and nobody has decided it in review since. */
export function isUnsettled({ facts, opinions }: Pick<Folded, "facts" | "opinions">, item: number): boolean {
  const fact = facts.get(item);
  // An answer to a question says why it was asked; a decision in review does not.
  return isDisputed(opinions.get(item)) && (fact?.asked !== undefined || fact?.fromFile !== undefined);
}

/** Per person what they said [of what counts], on items that somebody else has put into a class too. */
export function confusionOf({
  facts,
  opinions,
}: Pick<Folded, "facts" | "opinions">): { name: string; items: number; counts: ConfusionCounts }[] {
  const people = new Map<string, { items: number; counts: ConfusionCounts }>();
  for (const [item, given] of opinions) {
    const truth = facts.get(item)?.to;
    const said = ownOpinions(given).filter(([, { to }]) => typeof to === "number");
    if (typeof truth !== "number" || said.length < 2) continue;
    for (const [name, { to }] of said) {
      const of = people.get(name) ?? { items: 0, counts: {} };
      people.set(name, of);
      of.items++;
      of.counts[truth] ??= {};
      of.counts[truth][to as number] = (of.counts[truth][to as number] ?? 0) + 1;
    }
  }
  return [...people].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => ({ name, ...of }));
}

/** (observed - chance) / (1 - chance), where chance is how often the two would agree if they answered independently. */
function kappaOf(answers: readonly (readonly [number, number])[], agreed: number): number | null {
  const count = answers.length;
  const shares = [new Map<number, number>(), new Map<number, number>()];
  for (const answer of answers) {
    answer.forEach((to, who) => {
      shares[who].set(to, (shares[who].get(to) ?? 0) + 1 / count);
    });
  }
  const chance = [...shares[0]].reduce((sum, [to, share]) => sum + share * (shares[1].get(to) ?? 0), 0);
  return chance > 1 - 1e-12 ? null : (agreed / count - chance) / (1 - chance);
}
