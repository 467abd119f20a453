// Errors that are not equally bad: letting a fraud pass costs 50, checking an honest payment costs 1.
import { Learner, matrixFrom, rbf } from "@xpal/core";

const amounts = matrixFrom([[10], [25], [40], [52], [61], [74], [86], [99]]);
const classes = ["ok", "fraud"];
// Row: what is true. Column: what it is called.
const lossMatrix = matrixFrom([
  [0, 1],
  [50, 0],
]);
const labels = [
  [0, "ok"],
  [2, "ok"],
  [4, "ok"],
  [7, "fraud"],
];

for (const [title, options] of [
  ["all errors alike", {}],
  ["a missed fraud costs 50", { lossMatrix }],
]) {
  const learner = await Learner.create({
    features: amounts,
    kernel: rbf({ bandwidth: 10 }),
    classes,
    labels,
    ...options,
  });
  console.log(`${title}: ${(await learner.predict()).join(" ")}`);
  await learner.close();
}

// Prints:
// all errors alike: ok ok ok ok ok ok fraud fraud
// a missed fraud costs 50: ok ok ok ok ok fraud fraud fraud
