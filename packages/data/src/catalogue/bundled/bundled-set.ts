// The datasets that ship with the package: names, where they come from, and where their files lie. Each file is named
// in a literal `new URL`, which is what bundlers look for.
import { checkOneOf } from "@xpal/core/check";

/** What is known of a bundled dataset. */
export interface BundledSet {
  readonly name: string;
  readonly title: string;
  /** For a heading or a button. */
  readonly shortTitle: string;
  readonly rows: number;
  readonly features: number;
  readonly classes: number;
  readonly licence: string;
  readonly attribution: string;
  readonly url: URL;
}

const LICENCE = "CC BY 4.0";
const OWN_LICENCE = "MIT";
const OWN = "written and drawn for xpal (scripts/make-item-sets.mjs)";

/**
 * All bundled datasets.
 * @example bundledSets[0].name // "digits"
 */
export const bundledSets: readonly BundledSet[] = [
  {
    name: "digits",
    title: "Handwritten digits, 8 x 8 pixels from 0 to 16",
    shortTitle: "Handwritten digits",
    rows: 1797,
    features: 64,
    classes: 10,
    licence: LICENCE,
    attribution: "E. Alpaydin, C. Kaynak: Optical Recognition of Handwritten Digits, UCI Machine Learning Repository",
    url: new URL("../../../bundled/digits.csv", import.meta.url),
  },
  {
    name: "iris",
    title: "Iris flowers, with Fisher's corrected values",
    shortTitle: "Iris flowers",
    rows: 150,
    features: 4,
    classes: 3,
    licence: LICENCE,
    attribution: "R. A. Fisher (1936): Iris, UCI Machine Learning Repository",
    url: new URL("../../../bundled/iris.csv", import.meta.url),
  },
  {
    name: "wine",
    title: "Chemical analysis of wines from three cultivars",
    shortTitle: "Wines",
    rows: 178,
    features: 13,
    classes: 3,
    licence: LICENCE,
    attribution: "S. Aeberhard, M. Forina: Wine, UCI Machine Learning Repository",
    url: new URL("../../../bundled/wine.csv", import.meta.url),
  },
  {
    name: "breast-cancer",
    title: "Cell nuclei of breast masses, benign or malignant",
    shortTitle: "Cell nuclei",
    rows: 569,
    features: 30,
    classes: 2,
    licence: LICENCE,
    attribution:
      "W. Wolberg, O. Mangasarian, N. Street, W. Street: Breast Cancer Wisconsin (Diagnostic), UCI Machine Learning Repository",
    url: new URL("../../../bundled/breast-cancer.csv", import.meta.url),
  },
  {
    name: "messages",
    title: "Messages to a shop: what are they about?",
    shortTitle: "Messages to a shop",
    rows: 400,
    features: 1,
    classes: 5,
    licence: OWN_LICENCE,
    attribution: OWN,
    url: new URL("../../../bundled/messages.csv", import.meta.url),
  },
  {
    name: "shapes",
    title: "Images of shapes, 32 x 32 pixels",
    shortTitle: "Shapes",
    rows: 400,
    features: 1,
    classes: 8,
    licence: OWN_LICENCE,
    attribution: OWN,
    url: new URL("../../../bundled/shapes.csv", import.meta.url),
  },
];

/** The bundled set of a name, or a rejection that lists the names. */
export function bundledSet(who: string, name: string): BundledSet {
  const names = bundledSets.map((set) => set.name);
  checkOneOf(who, "name", name, names);
  return bundledSets[names.indexOf(name)];
}
