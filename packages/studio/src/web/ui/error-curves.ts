// The lines of the error over the labels, for the panel beside a question and for the page of insights.
import type { Model } from "../../protocol/messages.ts";
import { texts } from "./texts.ts";

/** The expected error, and where the true classes are known the real one. */
export function errorCurves(model: Model | null, hasTruth: boolean) {
  const curve = model?.curve ?? [];
  const expected = {
    name: texts.label.expected,
    points: curve.map(({ labels, expected }) => [labels, expected] as const),
  };
  const real = {
    name: texts.label.real,
    series: 1,
    points: curve.map(({ labels, real }) => [labels, real ?? 0] as const),
  };
  return hasTruth ? [expected, real] : [expected];
}
