// How often the ranges of `accuracies` hold the truth, and what follows of the answers: people with these shares of right
// answers, 200 runs each. Wrong answers are any other class. Each person also answers 30 items alone. Pairs have the studio's
// condition: somebody who knows has decided ten of their disputes.
import { accuracies, decide, generator, reliability } from "@xpal/core";

const PEOPLE = [
  [0.92, 0.75, 0.6],
  [0.92, 0.85, 0.75, 0.75, 0.6],
];
const PAIRS = [
  [0.92, 0.6],
  [0.9, 0.75],
];
const DECIDED = 10;
const CLASSES = [5, 2];
const SHARED = [40, 70, 100];
const ALONE = 30;
/** Two people who differ by this are compared. */
const APART = 0.15;
/** With this probability it is said who is right more often. */
const SAID = 0.95;

/**
 * One row for each number of people, classes, shared items and answers to a shared item.
 * @param onRow Told each row.
 */
export function coverage(runs, onRow) {
  const problems = CLASSES.flatMap((classes) =>
    SHARED.flatMap((shared) => [
      ...PEOPLE.flatMap((shares) => [2, shares.length].map((opinions) => ({ shares, classes, shared, opinions }))),
      ...PAIRS.map((shares) => ({ shares, classes, shared, opinions: 2, decided: DECIDED })),
    ]),
  );
  return problems.map((problem) => {
    const row = rowOf({ decided: 0, runs, ...problem });
    onRow(row);
    return row;
  });
}

function rowOf({ shares, classes, shared, opinions, decided, runs }) {
  const draw = generator(shared * 100 + classes * 10 + shares.length, opinions);
  const held = shares.map(() => 0);
  const count = { width: 0, pairs: 0, below: 0, told: 0, swapped: 0, combined: 0, last: 0, items: 0 };
  for (let run = 0; run < runs; run++) {
    const { answers, truth } = answersOf({ shares, classes, shared, opinions }, draw);
    const known = disputesOf(answers, shared)
      .slice(0, decided)
      .map((item) => [item, truth[item]]);
    const problem = { items: truth.length, annotators: shares.length, classes, answers, known };
    const { accuracies: found, ahead } = accuracies(problem);
    for (const [a, share] of shares.entries()) {
      if (found[a].low <= share && share <= found[a].high) held[a] += 1;
      count.width += found[a].high - found[a].low;
      for (let b = 0; b < shares.length; b++) {
        if (share - shares[b] < APART - 1e-9) continue;
        count.pairs += 1;
        if (found[a].value < found[b].value) count.below += 1;
        if (ahead.data[a * shares.length + b] >= SAID) count.told += 1;
        if (ahead.data[b * shares.length + a] >= SAID) count.swapped += 1;
      }
    }
    const { belief } = reliability(problem);
    const last = new Map(answers.map(({ item, answer }) => [item, answer]));
    for (let item = 0; item < shared; item++) {
      count.items += 1;
      if (decide([...belief.data.subarray(item * classes, (item + 1) * classes)]) === truth[item]) count.combined += 1;
      if (last.get(item) === truth[item]) count.last += 1;
    }
  }
  const percent = (part, of) => Math.round((1000 * part) / of) / 10;
  return {
    people: shares,
    ...{ classes, shared, answersEach: opinions, decided },
    held: held.map((one) => percent(one, runs)),
    width: Math.round((1000 * count.width) / (runs * shares.length)) / 10,
    told: percent(count.told, count.pairs),
    swapped: percent(count.swapped, count.pairs),
    valuesSwapped: percent(count.below, count.pairs),
    combined: percent(count.combined, count.items),
    last: percent(count.last, count.items),
  };
}

/** Shared items, each answered by some of the people in a drawn order, then items of one person alone. */
function answersOf({ shares, classes, shared, opinions }, draw) {
  const truth = [];
  const answers = [];
  const answer = (annotator) => {
    const item = truth.length - 1;
    const isRight = draw.nextUnit() < shares[annotator];
    const other = (truth[item] + 1 + draw.nextIndex(classes - 1)) % classes;
    answers.push({ item, annotator, answer: isRight ? truth[item] : other });
  };
  for (let item = 0; item < shared; item++) {
    truth.push(draw.nextIndex(classes));
    const order = shares.map((_, annotator) => [draw.nextUnit(), annotator]).sort(([a], [b]) => a - b);
    for (const [, annotator] of order.slice(0, opinions)) answer(annotator);
  }
  for (const annotator of shares.keys()) {
    for (let item = 0; item < ALONE; item++) {
      truth.push(draw.nextIndex(classes));
      answer(annotator);
    }
  }
  return { answers, truth };
}

/** The shared items that were not answered alike. */
function disputesOf(answers, shared) {
  const said = Array.from({ length: shared }, () => new Set());
  for (const { item, answer } of answers) if (item < shared) said[item].add(answer);
  return said.flatMap((of, item) => (of.size > 1 ? [item] : []));
}

/** A row for people to read. */
export function coverageLine({ people, classes, shared, answersEach, held, width, told, swapped, ...rest }) {
  const few = people.length === 2 ? ` of ${people.join(" and ")}, ${rest.decided} decided` : "";
  const who = `${people.length} people${few}, ${classes} classes, ${shared} shared items x ${answersEach}`;
  const ranges = `90 % ranges hold ${held.map((one) => one.toFixed(0)).join(" ")} %, ${width.toFixed(0)} points wide`;
  const order = `of pairs ${APART} apart told ${told} %, swapped ${swapped} % (values ${rest.valuesSwapped} %)`;
  return `${who} ${ranges}; ${order}; items right: combined ${rest.combined} %, last answer ${rest.last} %`;
}
