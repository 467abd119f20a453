// The learner of the page beside. "xpal/" is the folder `dist` of the package, served as it is: no bundler is needed.
import { Learner, matrixFrom } from "./xpal/index.js";

const values = [0, 0.2, 0.4, 5, 5.2, 5.4];
const learner = await Learner.create({
  features: matrixFrom(values.map((value) => [value])),
  classes: ["low", "high"],
  seed: 1,
});
let asked = await ask();

addEventListener("message", async ({ data }) => {
  await learner.label(asked, data.answer);
  asked = await ask();
});

async function ask() {
  const [best] = await learner.suggest();
  postMessage({ item: best?.index, value: best && values[best.index], predictions: await learner.predict() });
  return best?.index;
}
