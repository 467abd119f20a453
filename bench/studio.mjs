// One row of the benchmark of the studio: key-down to the next item painted, in a real Chromium.
import { answerTimes } from "../packages/studio/scripts/answer-times.mjs";
import { clusters } from "./clusters.mjs";
import { rounded, summaryOf } from "./timing.mjs";

const PAUSE_MS = 250;
const { points, classes, labels } = JSON.parse(process.argv[2]);
const { features, truth } = clusters({ points, classes, features: 16 });
const names = Array.from({ length: features.cols }, (_, d) => `x${d}`);
const rows = truth.map((y, i) => [...features.data.subarray(i * features.cols, (i + 1) * features.cols), y].join(","));
const text = `${[...names, "label"].join(",")}\n${rows.join("\n")}\n`;
const { times, best, answers, trueError } = await answerTimes({ text, truth, classes, labels, pauseMs: PAUSE_MS });
const sorted = [...times].sort((a, b) => a - b);
console.log(
  JSON.stringify({
    points,
    classes,
    labels,
    pauseMs: PAUSE_MS,
    keyToPaintMs: { ...summaryOf(times), p95: rounded(sorted[Math.floor(sorted.length * 0.95)]) },
    bestItemShare: rounded(best / answers),
    trueError: rounded(trueError),
  }),
);
