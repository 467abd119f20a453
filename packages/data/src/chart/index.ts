// The entry point for drawings: scales, axes, legends, lines and colours, for the command, the report and the studio's page. It
// needs neither Node nor a browser: a drawing is text.

export { type AxisTitles, axes, type Frame } from "./axes.ts";
export { type Colours, colourVariables, FILE_COLOURS, type LineColours, PAGE_COLOURS } from "./colours.ts";
export { at, type Drawing, inlineSvg, svgFile } from "./drawing.ts";
export { legend, lineSample } from "./legend.ts";
export { type ChartLine, type ChartOptions, curvePoints, lineChart, lineEnds } from "./line-chart.ts";
export { type LineStyle, lineStyles } from "./line-style.ts";
export { html, type Markup, raw } from "./markup.ts";
export { classColour, seriesColour, type Theme, terminalColour } from "./palette.ts";
export { countScale, linearScale, logScale, roundEnd, type Scale } from "./scale.ts";
export { spread } from "./spread.ts";
