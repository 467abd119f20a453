// A strategy of your own beside xPAL, on the same splits. A strategy gives one score per candidate; the largest is asked
// for. Nothing here knows the test part.

import { openSession, xpal } from "@xpal/core";
import { bundled } from "@xpal/data";
import { datasetFromTable, PlainTestPart, prepareTask, runStrategy } from "@xpal/lab";

/** The item that lies farthest from every answer so far. */
const farthest = {
  name: "farthest",
  scores(view) {
    const similarity = view.similarity();
    const known = view.labels.toJSON().labelled.map(([index]) => index);
    return Float64Array.from(view.candidates, (candidate) => {
      const nearest = Math.max(0, ...known.map((index) => similarity.data[candidate * similarity.cols + index]));
      return -nearest;
    });
  },
  toJSON: () => ({ name: "farthest" }),
};

const dataset = datasetFromTable(await bundled("wine"), { label: "class", name: "wine" });
for (const strategy of [xpal(), farthest]) {
  const areas = [];
  for (const repetition of [1, 2, 3]) {
    const task = prepareTask(dataset, repetition, { budget: 30 });
    const session = await openSession(task.pool);
    areas.push((await runStrategy(task, { strategy, session, testPart: new PlainTestPart(task) })).aulc);
    await session.close();
  }
  const mean = areas.reduce((sum, area) => sum + area, 0) / areas.length;
  console.log(`${strategy.name}: mean error over 30 labels and 3 splits ${mean.toFixed(3)}`);
}

// Prints:
// xpal: mean error over 30 labels and 3 splits 0.113
// farthest: mean error over 30 labels and 3 splits 0.169
