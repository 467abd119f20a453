// Pools like those of the paper's complexity study: Gaussian clusters on corners of a cube, two per class, each with a
// random linear map of its own, all features informative and standardised. Same seed, same pool.
import { generator, matrix } from "@xpal/core";

/** Features, and the true class of each point. */
export function clusters({ points, classes, features = 10, seed = 1 }) {
  const chance = generator(seed);
  const centres = Array.from({ length: 2 * classes }, () =>
    Float64Array.from({ length: features }, () => (chance.nextIndex(2) === 0 ? -1 : 1)),
  );
  const maps = centres.map(() => Float64Array.from({ length: features ** 2 }, () => 2 * chance.nextUnit() - 1));
  const data = new Float64Array(points * features);
  const truth = new Array(points);
  const raw = new Float64Array(features);
  for (let i = 0; i < points; i++) {
    const cluster = chance.nextIndex(centres.length);
    truth[i] = cluster % classes;
    for (let d = 0; d < features; d++) raw[d] = normal(chance);
    for (let d = 0; d < features; d++) {
      let value = centres[cluster][d];
      for (let e = 0; e < features; e++) value += raw[e] * maps[cluster][e * features + d];
      data[i * features + d] = value;
    }
  }
  standardise(data, features);
  return { features: matrix(points, features, data), truth, classes: Array.from({ length: classes }, (_, y) => y) };
}

function normal(chance) {
  return Math.sqrt(-2 * Math.log(1 - chance.nextUnit())) * Math.cos(2 * Math.PI * chance.nextUnit());
}

function standardise(data, features) {
  const points = data.length / features;
  for (let d = 0; d < features; d++) {
    let sum = 0;
    let squares = 0;
    for (let at = d; at < data.length; at += features) {
      sum += data[at];
      squares += data[at] ** 2;
    }
    const mean = sum / points;
    const deviation = Math.sqrt(squares / points - mean ** 2);
    for (let at = d; at < data.length; at += features) data[at] = (data[at] - mean) / deviation;
  }
}
