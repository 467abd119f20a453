// Ask, answer, predict: the loop that every program around the library has.

import { Learner, xpalLearned } from "@xpal/core";
import { applyRecipe, bundled, fitRecipe } from "@xpal/data";

// The answers would come from a person; here a bundled dataset knows them.
const table = await bundled("iris");
const truth = table.columns.find(({ name }) => name === "class").values;
const { features, kernel, classes } = applyRecipe(fitRecipe(table, { label: "class" }).recipe, table);

// The kernel learns from the answers which columns matter. Leave `xpalLearned` out for the paper's method.
const learner = await Learner.create({ features, classes, seed: 7, ...xpalLearned({ base: kernel }) });
for (let answers = 0; answers < 15; answers++) {
  const [best] = await learner.suggest();
  await learner.label(best.index, truth[best.index]);
}
console.log(`right after ${learner.labels.count} answers: ${await share(learner)} of 150`);

// The state is plain JSON; what is read back continues bit for bit.
const copy = await Learner.fromJSON(JSON.parse(JSON.stringify(learner.toJSON())));
const [here] = await learner.suggest();
const [there] = await copy.suggest();
console.log(`same next question: ${here.index === there.index && here.score === there.score}`);
await learner.close();
await copy.close();

async function share(some) {
  const predicted = await some.predict();
  return predicted.filter((name, i) => name === truth[i]).length;
}

// Prints:
// right after 15 answers: 144 of 150
// same next question: true
