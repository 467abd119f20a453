// One row of the benchmark of the studio's map: the time between frames while it is moved and zoomed, in a real Chromium.
import { mapFrames } from "../packages/studio/scripts/map-frames.mjs";
import { clusters } from "./clusters.mjs";
import { rounded, summaryOf } from "./timing.mjs";

const { points, classes, labels } = JSON.parse(process.argv[2]);
const { features, truth } = clusters({ points, classes, features: 8 });
const names = Array.from({ length: features.cols }, (_, d) => `x${d}`);
const rows = truth.map((y, i) =>
  [...features.data.subarray(i * features.cols, (i + 1) * features.cols), i < labels ? y : ""].join(","),
);
const { pan, zoom, renderer } = await mapFrames({
  text: `${[...names, "label"].join(",")}\n${rows.join("\n")}\n`,
  classes,
});
console.log(JSON.stringify({ points, panFrameMs: framesOf(pan), zoomFrameMs: framesOf(zoom), renderer }));

function framesOf(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return { frames: times.length, ...summaryOf(times), p95: rounded(sorted[Math.floor(sorted.length * 0.95)]) };
}
