// Rows of the benchmark of the studio with its usual model: key-down to the next item painted, in a real Chromium, by fast
// hands and at one answer a second, and how often the item shown was the best one.
import { answerTimes } from "../packages/studio/scripts/answer-times.mjs";
import { clusters } from "./clusters.mjs";
import { rounded, summaryOf } from "./timing.mjs";

const PAUSES_MS = [250, 1000];
const SLOW_MS = 1000;
/** The 95th percentile of key to paint, and the share of best items at one answer a second. */
const MOST_MS = 100;
const LEAST_SHARE = 0.95;

const { points, classes, labels } = JSON.parse(process.argv[2]);
const { features, truth } = clusters({ points, classes, features: 16 });
const names = Array.from({ length: features.cols }, (_, d) => `x${d}`);
const rows = truth.map((y, i) => [...features.data.subarray(i * features.cols, (i + 1) * features.cols), y].join(","));
const text = `${[...names, "label"].join(",")}\n${rows.join("\n")}\n`;
const measured = [];
for (const pauseMs of PAUSES_MS) measured.push(await measure(pauseMs));
console.log(JSON.stringify(measured));

async function measure(pauseMs) {
  const { times, best, answers, trueError } = await answerTimes({ text, truth, classes, labels, pauseMs });
  const sorted = [...times].sort((a, b) => a - b);
  const p95 = rounded(sorted[Math.floor(sorted.length * 0.95)]);
  const bestItemShare = rounded(best / answers);
  return {
    points,
    classes,
    labels,
    pauseMs,
    keyToPaintMs: { ...summaryOf(times), p95 },
    bestItemShare,
    trueError: rounded(trueError),
    withinTarget: p95 < MOST_MS && (pauseMs < SLOW_MS || bestItemShare >= LEAST_SHARE),
  };
}
