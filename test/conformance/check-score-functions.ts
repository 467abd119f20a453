// The bare formulas on given matrices: xPAL's and PAL's gain, the uncertainty measures, and the committee's disagreement.
import { disagreement, matrixFrom, palGain, uncertainty, xgain } from "@xpal/core";
import { type Content, given } from "./checker.ts";
import { largestOf, type Tally } from "./tally.ts";

interface GainCase {
  readonly K_c: number[][];
  readonly K_x: number[][];
  readonly S: number[][];
  readonly alpha_c: number | number[];
  readonly alpha_x: number | number[];
  readonly gains: number[];
}

interface PalCase {
  readonly K_c: number[][];
  readonly m_max: number;
  readonly alpha_c: number | number[];
  readonly gains: number[];
}

type UncertaintyCase = { readonly P: number[][] } & Readonly<Partial<Record<keyof typeof MEASURES, number[] | null>>>;

interface CommitteeCase {
  readonly P: number[][][];
  readonly scores: number[];
}

const MEASURES = { lc: "leastConfidence", sm: "margin", entropy: "entropy" } as const;

/** Checks a file of bare formulas. */
export async function checkScoreFunctions(content: Content, tally: Tally): Promise<void> {
  await tally.each<GainCase>("xpal_gain", content.xpal_gain, (want, where) => {
    const freq = matrixFrom(want.K_x);
    const priors = { evaluationPrior: want.alpha_x, candidatePrior: want.alpha_c };
    const got = want.K_c.map((candidateFreq, c) => xgain({ similarity: want.S[c], freq, candidateFreq }, priors));
    compare(where, got, want.gains, tally);
  });
  await tally.each<PalCase>("pal_gain", content.pal_gain, (want, where) => {
    const got = want.K_c.map((k) => palGain(k, { labelCount: want.m_max, prior: want.alpha_c }));
    tally.vector(where, got, want.gains, { within: 1e-9 });
  });
  await tally.each<UncertaintyCase>("uncertainty", content.uncertainty, (want, where) => {
    const probabilities = matrixFrom(want.P);
    for (const [key, measure] of Object.entries(MEASURES) as [keyof typeof MEASURES, "entropy"][]) {
      const scores = want[key];
      if (given(scores)) compare(`${where}, ${key}`, uncertainty(probabilities, measure), scores, tally);
    }
  });
}

/** Checks a file of committees that were given as probabilities. */
export async function checkCommittees(content: Content, tally: Tally): Promise<void> {
  await tally.each<CommitteeCase>("cases", content.cases, (want, where) => {
    compare(where, disagreement(want.P.map((member) => matrixFrom(member))), want.scores, tally);
  });
}

function compare(where: string, got: ArrayLike<number>, want: number[], tally: Tally): void {
  tally.vector(where, got, want, { within: 1e-9, scale: largestOf(want) });
}
