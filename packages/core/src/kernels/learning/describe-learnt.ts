// What a kernel has learnt, in words: which views and metrics, scales and localities carry the weight, how that moved,
// and what was not tried. The one place where this is said.
import type { BankMember } from "./kernel-bank.ts";
import type { GroupName, Learnt, LearntGroup } from "./learnt.ts";
import type { LearntChange } from "./learnt-so-far.ts";

/** A smaller movement counts as no movement. */
const LEAST_MOVE = 0.005;

/** A part of the weight. */
interface WeightShare<T> {
  readonly value: T;
  readonly share: number;
}

/** How the weight is divided among scales or localities, over all groups, in the order of the members. */
function sharesBy(learnt: Learnt, key: keyof BankMember): WeightShare<number>[] {
  const shares = new Map<number, number>();
  for (const { members, weights } of learnt.groups) {
    for (const [m, member] of members.entries()) {
      shares.set(member[key], (shares.get(member[key]) ?? 0) + weights[m]);
    }
  }
  return [...shares].map(([value, share]) => ({ value, share }));
}

/**
 * What was learnt in words.
 * @param from From how many labelled items on the kernel learns.
 */
export function describeLearnt({ learnt, earlier }: LearntChange, from: number): string {
  if (learnt === null) return `the kernel learns from ${from} labelled items on`;
  const groups = learnt.groups.length === 1 ? "" : `${saidGroups(learnt, earlier)}; `;
  const reach = said(sharesBy(learnt, "scale"), earlier && sharesBy(earlier, "scale"), scaleName);
  const distances = said(sharesBy(learnt, "locality"), earlier && sharesBy(earlier, "locality"), localityName);
  const since = earlier === null ? "" : `; changes since ${earlier.count} labelled items`;
  const skipped = learnt.skipped.map(({ name, reason }) => `; no ${GROUP_NOUNS[name]}: ${reason}`).join("");
  const learntFrom = `the kernel has learnt from ${learnt.count} labelled items`;
  return `${learntFrom}: ${groups}reach ${reach}; distances ${distances}${since}${skipped}`;
}

const GROUP_NOUNS: Readonly<Record<GroupName, string>> = {
  given: "given view",
  decorrelated: "decorrelated view",
  ranks: "view by ranks",
  weights: "column weights",
  rankWeights: "weights of the ranks of the columns",
  full: "full metric",
  partWeights: "weights of the kinds of columns",
  forest: "forest",
};

function saidGroups(learnt: Learnt, earlier: Learnt | null): string {
  const shares = (of: Learnt): WeightShare<GroupName>[] => of.groups.map(({ name, share }) => ({ value: name, share }));
  const words = said(shares(learnt), earlier && shares(earlier), (name) =>
    groupName(learnt.groups.find((group) => group.name === name) as LearntGroup),
  );
  const stopped = learnt.groups.filter(({ metric }) => metric?.stopped);
  const ofStop = ({ name }: LearntGroup) =>
    `; the fit of the ${GROUP_NOUNS[name]} met numbers out of range and stopped: what it had found by then is used`;
  return `${words}${stopped.map(ofStop).join("")}`;
}

function groupName({ name, metric }: LearntGroup): string {
  const fitted = metric === undefined ? "" : ` fitted on ${metric.fittedOn} items`;
  if (name === "given") return "features as given";
  if (name === "decorrelated") return "features decorrelated";
  return name === "ranks" ? "ranks of the features" : `${GROUP_NOUNS[name]}${fitted}`;
}

/** Shares from the largest down, each with how it moved. */
function said<T>(
  shares: readonly WeightShare<T>[],
  earlier: readonly WeightShare<T>[] | null,
  name: (value: T) => string,
): string {
  return shares
    .filter(({ share }) => share >= LEAST_MOVE)
    .sort((a, b) => b.share - a.share)
    .map(({ value, share }) => {
      const before = earlier?.find((other) => other.value === value)?.share ?? 0;
      const moved = earlier === null ? 0 : share - before;
      const way = moved > 0 ? "up" : "down";
      const move = Math.abs(moved) < LEAST_MOVE ? "" : ` (${way} ${percent(Math.abs(moved))})`;
      return `${percent(share)} ${name(value)}${move}`;
    })
    .join(", ");
}

/** e^(-g D): a scale above 1 makes the kernel narrower. */
function scaleName(scale: number): string {
  if (scale === 1) return "as the base kernel";
  return scale > 1 ? `${rounded(scale)} times sharper` : `${rounded(1 / scale)} times wider`;
}

function localityName(locality: number): string {
  if (locality === 0) return "as they are";
  if (locality === 1) return "relative to the neighbours'";
  return `scaled to the neighbours' with exponent ${rounded(locality)}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(3)));
}
