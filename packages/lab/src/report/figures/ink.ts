// The colours of all figures, in one place. Files are drawn with fixed colours on white, so that any program can read
// them; on the page the same drawing takes the page's variables and follows its light or dark look.

/** The colours a drawing asks for. */
export interface Ink {
  readonly text: string;
  readonly soft: string;
  readonly rule: string;
  readonly ground: string;
  readonly good: string;
  readonly bad: string;
  readonly useful: string;
  /** Of the two classes of the example. */
  readonly classes: readonly [string, string];
  /** The n-th series. */
  series(n: number): string;
}

/** Colours of the series, light and dark; readable for the colour-blind together with the dashes. */
export const SERIES: readonly (readonly [light: string, dark: string])[] = [
  ["#00805c", "#34d8a4"],
  ["#0068a8", "#62b5f2"],
  ["#c75300", "#ff9a55"],
  ["#a3468e", "#e79fd5"],
  ["#806400", "#e3c545"],
  ["#b92d20", "#ff8273"],
  ["#66707e", "#a9b2bf"],
  ["#4d8f1f", "#9ade72"],
  ["#1b1f24", "#f1f3f5"],
  ["#6741d9", "#b9a3ff"],
  ["#0b7285", "#5fd3e6"],
  ["#8f5a2b", "#d9ab7c"],
];

const LIGHT = {
  text: "#1b1f24",
  soft: "#5b6470",
  rule: "#dfe3e8",
  ground: "#ffffff",
  good: "#2f6fb5",
  bad: "#c8452f",
  useful: "#1f9254",
  classA: "#1f5fbf",
  classB: "#c2321f",
};

const DARK: typeof LIGHT = {
  text: "#e8ebef",
  soft: "#a3acb8",
  rule: "#343b45",
  ground: "#14181d",
  good: "#5b9fe8",
  bad: "#e0644c",
  useful: "#35b877",
  classA: "#7fb2ff",
  classB: "#ff8a78",
};

/** For files. */
export const FILE_INK: Ink = inkOf(LIGHT, (n) => SERIES[n % SERIES.length][0]);

/** For the page. */
export const PAGE_INK: Ink = inkOf(
  Object.fromEntries(Object.keys(LIGHT).map((name) => [name, `var(--${name})`])) as typeof LIGHT,
  (n) => `var(--series-${n % SERIES.length})`,
);

/** The page's variables for one look. */
export function inkVariables(look: "light" | "dark"): string {
  const named = Object.entries(look === "light" ? LIGHT : DARK).map(([name, colour]) => `--${name}:${colour}`);
  const series = SERIES.map((colours, n) => `--series-${n}:${colours[look === "light" ? 0 : 1]}`);
  return [...named, ...series].join(";");
}

function inkOf({ classA, classB, ...named }: typeof LIGHT, series: Ink["series"]): Ink {
  return { ...named, classes: [classA, classB], series };
}
