// What a kernel has learned, in words: which views and metrics, scales and localities carry the weight, how that moved,
// and what was not tried. The one place where this is said.
import type { BankMember } from "./kernel-bank.ts";
import type { GroupName, Learned, LearnedGroup } from "./learned.ts";
import type { LearnedChange } from "./learned-so-far.ts";

/** A smaller movement counts as no movement. */
const MIN_MOVE = 0.005;

/** A part of the weight. */
interface WeightShare<T> {
  readonly value: T;
  readonly share: number;
}

/** How the weight is divided among scales or localities, over all groups, in the order of the members. */
function sharesBy(learned: Learned, key: keyof BankMember): WeightShare<number>[] {
  const shares = new Map<number, number>();
  for (const { members, weights } of learned.groups) {
    for (const [m, member] of members.entries()) {
      shares.set(member[key], (shares.get(member[key]) ?? 0) + weights[m]);
    }
  }
  return [...shares].map(([value, share]) => ({ value, share }));
}

/**
 * What was learned in words.
 * @param from From how many labelled items on the kernel learns.
 */
export function describeLearned({ learned, earlier }: LearnedChange, from: number): string {
  if (learned === null) return `the kernel learns from ${from} labelled items on`;
  const groups = learned.groups.length === 1 ? "" : `${saidGroups(learned, earlier)}; `;
  const reach = said(sharesBy(learned, "scale"), earlier && sharesBy(earlier, "scale"), scaleName);
  const distances = said(sharesBy(learned, "locality"), earlier && sharesBy(earlier, "locality"), localityName);
  const since = earlier === null ? "" : `; changes since ${earlier.count} labelled items`;
  const skipped = learned.skipped.map(({ name, reason }) => `; no ${GROUP_NOUNS[name]}: ${reason}`).join("");
  const learnedFrom = `the kernel has learned from ${learned.count} labelled items`;
  return `${learnedFrom}: ${groups}reach ${reach}; distances ${distances}${since}${skipped}`;
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

function saidGroups(learned: Learned, earlier: Learned | null): string {
  const shares = (of: Learned): WeightShare<GroupName>[] =>
    of.groups.map(({ name, share }) => ({ value: name, share }));
  const words = said(shares(learned), earlier && shares(earlier), (name) =>
    groupName(learned.groups.find((group) => group.name === name) as LearnedGroup),
  );
  const stopped = learned.groups.filter(({ metric }) => metric?.stopped);
  const ofStop = ({ name }: LearnedGroup) =>
    `; the fit of the ${GROUP_NOUNS[name]} met numbers out of range and stopped: what it had found by then is used`;
  return `${words}${stopped.map(ofStop).join("")}`;
}

function groupName({ name, metric }: LearnedGroup): string {
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
    .filter(({ share }) => share >= MIN_MOVE)
    .sort((a, b) => b.share - a.share)
    .map(({ value, share }) => {
      const before = earlier?.find((other) => other.value === value)?.share ?? 0;
      const moved = earlier === null ? 0 : share - before;
      const way = moved > 0 ? "up" : "down";
      const move = Math.abs(moved) < MIN_MOVE ? "" : ` (${way} ${percent(Math.abs(moved))})`;
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
