// A similarity of your own: words are alike when they share pairs of letters. Any function of two rows will do whose values
// are finite and not negative; the engine computes each value once.
import { Learner, matrixFrom, ownKernel } from "@xpal/core";

const words = ["running", "jumping", "walking", "happily", "quickly", "slowly", "reading", "gladly"];
const pairs = [...new Set(words.flatMap(pairsOf))];
const features = matrixFrom(words.map((word) => pairs.map((pair) => (pairsOf(word).includes(pair) ? 1 : 0))));

const overlap = ownKernel("letter pairs", (a, b) => {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.length; i++) {
    both += Math.min(a[i], b[i]);
    either += Math.max(a[i], b[i]);
  }
  return both / either;
});

const learner = await Learner.create({ features, kernel: overlap, classes: ["verb", "adverb"] });
await learner.label(words.indexOf("running"), "verb");
await learner.label(words.indexOf("happily"), "adverb");
const predicted = await learner.predict();
for (const [i, word] of words.entries()) console.log(`${word}: ${predicted[i]}`);
await learner.close();

function pairsOf(word) {
  return Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2));
}

// Prints:
// running: verb
// jumping: verb
// walking: verb
// happily: adverb
// quickly: adverb
// slowly: adverb
// reading: verb
// gladly: adverb
