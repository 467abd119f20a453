// What the kernel has learnt, in words: which scales and localities carry the weight, and how that moved.
import type { BankMember } from "./kernel-bank.ts";

/** Weights at an earlier number of labelled items. */
export interface EarlierWeights {
  readonly count: number;
  readonly weights: Float64Array;
}

/** A movement below this is none. */
const LEAST_MOVE = 0.005;

/**
 * The weights in words.
 * @param earlier The weights to compare with, where there are any.
 */
export function describeWeights(
  members: readonly BankMember[],
  weights: Float64Array,
  earlier?: EarlierWeights,
): string {
  const localities = [...new Set(members.map(({ locality }) => locality))];
  const scales = [...new Set(members.map(({ scale }) => scale))];
  const shareOf = (of: Float64Array, belongs: (member: BankMember) => boolean): number =>
    members.reduce((sum, member, m) => sum + (belongs(member) ? of[m] : 0), 0);
  const said = (names: readonly number[], name: (value: number) => string, key: keyof BankMember): string =>
    names
      .map((value) => ({ value, share: shareOf(weights, (member) => member[key] === value) }))
      .filter(({ share }) => share >= LEAST_MOVE)
      .sort((a, b) => b.share - a.share)
      .map(({ value, share }) => {
        const moved = earlier ? share - shareOf(earlier.weights, (member) => member[key] === value) : 0;
        const way = moved > 0 ? "up" : "down";
        const move = Math.abs(moved) < LEAST_MOVE ? "" : ` (${way} ${percent(Math.abs(moved))})`;
        return `${percent(share)} ${name(value)}${move}`;
      })
      .join(", ");
  const since = earlier === undefined ? "" : `; changes since ${earlier.count} labelled items`;
  return `reach ${said(scales, scaleName, "scale")}; distances ${said(localities, localityName, "locality")}${since}`;
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
