// What the axes of learning curves show, and how their numbers are written: shares in per cent, costs as they are.
import { countScale, linearScale, type Scale } from "@xpal/data/chart";
import { type Curve, mostLabels, percent, percentTick } from "./curve.ts";

/** What is shown at the sides of a chart of curves. */
export interface CurveAxes {
  /** What the curves are of, such as "test error". */
  readonly y: string;
  /** Whether that is a share. */
  readonly isShare: boolean;
  /** What the labels of a whole curve cost, whose steps are then of cost; null where its steps are labels. */
  readonly spent: number | null;
}

export const ERROR_AXES: CurveAxes = { y: "test error", isShare: true, spent: null };

/** A value beside a curve. */
export function valueText({ isShare }: CurveAxes, value: number): string {
  return isShare ? percent(value) : String(Number(value.toPrecision(3)));
}

/** A value at the axis. */
export function tickText({ isShare }: CurveAxes, value: number): string {
  return isShare ? percentTick(value) : String(value);
}

/** What the axis below counts. */
export function xTitle({ spent }: CurveAxes): string {
  return spent === null ? "labels" : "cost of labels";
}

/** The scale below: whole labels, or costs. */
export function xScale(
  axes: CurveAxes,
  curves: readonly Curve[],
  to: readonly [number, number],
  wanted: number,
): Scale {
  return axes.spent === null ? countScale(mostLabels(curves), to, wanted) : linearScale([0, axes.spent], to, wanted);
}

/** How much of the axis below one step of a curve is. */
export function stepOf({ spent }: CurveAxes, curves: readonly Curve[]): number {
  return spent === null ? 1 : spent / mostLabels(curves);
}
