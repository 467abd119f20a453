// Learning curves in a terminal: braille dots, two by four to a character, with colour; letters without, because dots of
// one colour cannot be told apart.
import { linearScale, lineStyles, roundEnd, spread, terminalColour } from "@xpal/data/chart";
import { INK, type Ink, type Paint, painter } from "../paint.ts";
import { type Curve, finalError, largestError, mostLabels } from "./curve.ts";
import { type CurveAxes, ERROR_AXES, tickText, valueText, xScale, xTitle } from "./curve-axes.ts";

/** The size of the chart, whether it has colours, and what its axes show. */
export interface TerminalChartOptions {
  readonly columns: number;
  readonly rows?: number;
  readonly colour: boolean;
  readonly axes?: CurveAxes;
}

const AXIS_WIDTH = 7;
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];

interface Cell {
  dots: number;
  /** The curve that the cell shows; the first curve is drawn last, on top. */
  curve: number;
}

/** The image as lines of text, each at most `columns` wide. */
export function terminalChart(curves: readonly Curve[], options: TerminalChartOptions): string[] {
  const { rows = 16, colour, axes = ERROR_AXES } = options;
  const paint = painter(colour);
  const endings = curves.map(
    (curve) => ` ${colour ? "●" : curve.mark} ${curve.name} ${valueText(axes, finalError(curve))}`,
  );
  const width = Math.max(
    20,
    Math.min(options.columns, 100) - AXIS_WIDTH - Math.max(...endings.map((e) => e.length)) - 1,
  );
  const top = roundEnd(largestError(curves));
  const rowOf = linearScale([0, top], [rows - 1, 0]);
  const inks = inksOf(curves);
  const cells = drawCurves(curves, width, rows, top, colour);
  const labelRow = spread(
    curves.map((curve) => rowOf(finalError(curve))),
    1,
    [0, rows - 1],
  ).map(Math.round);
  const lines = [paint(INK.faint, axes.y)];
  for (let r = 0; r < rows; r++) {
    const tick = rowOf.ticks.find((value) => Math.round(rowOf(value)) === r);
    const axis = `${(tick === undefined ? "" : tickText(axes, tick)).padStart(AXIS_WIDTH - 2)} ${tick === undefined ? "│" : "┤"}`;
    const body = cells[r].map((cell) => drawCell(cell, curves, inks, tick !== undefined, colour, paint)).join("");
    const ending = labelRow.indexOf(r);
    lines.push(paint(INK.faint, axis) + body + (ending < 0 ? "" : paint(inks[ending], endings[ending])));
  }
  return [...lines, ...xAxis(axes, curves, width).map((line) => paint(INK.faint, line))];
}

function drawCurves(curves: readonly Curve[], width: number, rows: number, top: number, colour: boolean): Cell[][] {
  const cells = Array.from({ length: rows }, () => Array.from({ length: width }, (): Cell => ({ dots: 0, curve: -1 })));
  const across = colour ? 2 * width : width;
  const down = colour ? 4 * rows : rows;
  const most = mostLabels(curves);
  for (let c = curves.length - 1; c >= 0; c--) {
    const { errors } = curves[c];
    let previous: number | undefined;
    for (let x = 0; x < across; x++) {
      const t = (x / (across - 1)) * most;
      if (t > errors.length - 1) break;
      const y = Math.round((1 - between(errors, t) / top) * (down - 1));
      // A steep part is filled in, so that the curve has no gaps.
      const from =
        previous === undefined || !colour ? y : previous < y ? previous + 1 : previous > y ? previous - 1 : y;
      for (let dot = Math.min(from, y); dot <= Math.max(from, y); dot++) mark(cells, c, x, dot, colour);
      previous = y;
    }
  }
  return cells;
}

function between(errors: ArrayLike<number>, t: number): number {
  const before = Math.floor(t);
  const after = Math.min(before + 1, errors.length - 1);
  return errors[before] + (t - before) * (errors[after] - errors[before]);
}

function mark(cells: Cell[][], curve: number, x: number, y: number, colour: boolean): void {
  const cell = colour ? cells[y >> 2][x >> 1] : cells[y][x];
  if (cell.curve !== curve) cell.dots = 0;
  cell.curve = curve;
  cell.dots |= colour ? DOTS[y & 3][x & 1] : 1;
}

function drawCell(
  { dots, curve }: Cell,
  curves: readonly Curve[],
  inks: readonly Ink[],
  grid: boolean,
  colour: boolean,
  paint: Paint,
): string {
  if (curve < 0) return grid && colour ? paint(238, "┈") : " ";
  return colour ? paint(inks[curve], String.fromCharCode(0x2800 + dots)) : curves[curve].mark;
}

/** The colour of each curve: its strategy's. */
function inksOf(curves: readonly Curve[]): Ink[] {
  const keys = curves.map(({ key }) => key);
  const styles = lineStyles(keys, keys[0]);
  return keys.map((key) => terminalColour(styles.get(key)?.series ?? 0));
}

/** The axis with its ticks, the numbers below them, and what is counted. */
function xAxis(axes: CurveAxes, curves: readonly Curve[], width: number): string[] {
  const column = xScale(axes, curves, [0, width - 1], Math.max(2, Math.floor(width / 10)));
  const line = Array.from({ length: width }, () => "─");
  const numbers = Array.from({ length: width + AXIS_WIDTH + 8 }, () => " ");
  for (const tick of column.ticks) {
    const x = Math.round(column(tick));
    line[x] = "┬";
    const text = String(tick);
    const start = AXIS_WIDTH + x - Math.floor((text.length - 1) / 2);
    for (let i = 0; i < text.length; i++) numbers[start + i] = text[i];
  }
  return [`${" ".repeat(AXIS_WIDTH - 1)}└${line.join("")}`, `${numbers.join("").trimEnd()}  ${xTitle(axes)}`];
}
