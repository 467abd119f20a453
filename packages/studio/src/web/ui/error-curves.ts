// The lines of the error over the labels, for the panel beside a question and for the page of insights.
import type { Model } from "../../protocol/messages.ts";
import { texts } from "./texts.ts";

/** The estimated error from where it is told on, and the real one where it is known: not without true classes, nor to whom it is not shown. */
export function errorCurves(model: Model | null) {
  const curve = model?.curve ?? [];
  const expected = {
    name: texts.label.estimated,
    points: curve.flatMap(({ labels, expected }) => (expected === null ? [] : [[labels, expected] as const])),
  };
  const real = {
    name: texts.label.real,
    series: 1,
    points: curve.flatMap(({ labels, real }) => (real === null ? [] : [[labels, real] as const])),
  };
  return real.points.length > 0 ? [expected, real] : [expected];
}
