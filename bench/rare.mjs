// How soon a class with 0.5 % of the rows is found: working sets of 1,000 of 100,000 rows, spread over regions or uniform,
// the same seeds for both. Says after how many labels the first row of the class was asked for, at most 60.
import { applyRecipe, drawWorkingSet, fitRecipe, makeTable, takeRows } from "@xpal/data";
import { generator, Learner, matrix } from "xpal";

const { json, repetitions } = JSON.parse(process.argv[2]);
const ROWS = 100_000;
const COLUMNS = 8;
const MOST = 60;
const CLASSES = ["a", "b", "c", "rare"];

const found = { spread: [], uniform: [] };
const shares = { spread: [], uniform: [] };
for (let seed = 1; seed <= repetitions; seed++) {
  const { table, truth } = pool(seed);
  const { recipe } = fitRecipe(table, { label: null });
  for (const draw of ["spread", "uniform"]) {
    const drawn = drawWorkingSet(recipe, table, null, { rows: 1000, evaluation: 1000, seed, renewal: 0, draw });
    const { features, kernel } = applyRecipe(recipe, takeRows(table, drawn.rows));
    const evaluation = { indices: drawn.evaluation, sampled: true };
    const learner = await Learner.create({ features, kernel, classes: CLASSES, evaluation, seed });
    let labels = 0;
    for (; labels < MOST; labels++) {
      const [{ index }] = await learner.suggest();
      const y = truth[drawn.rows[index]];
      if (y === 3) break;
      await learner.label(index, CLASSES[y]);
    }
    await learner.close();
    found[draw].push(labels + 1);
    shares[draw].push(drawn.rows.filter((row) => truth[row] === 3).length / drawn.rows.length);
  }
}
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rows = Object.keys(found).map((draw) => ({
  ...{ draw, labelsUntilRare: found[draw], mean: mean(found[draw]), shareOfRare: mean(shares[draw]) },
}));
const sooner = found.spread.filter((labels, i) => labels < found.uniform[i]).length;
const later = found.spread.filter((labels, i) => labels > found.uniform[i]).length;
if (json) console.log(JSON.stringify({ benchmark: "rare", rows, sooner, later, repetitions }));
else {
  for (const row of rows) console.log(JSON.stringify(row));
  console.log(`sooner with regions in ${sooner} of ${repetitions}, later in ${later}`);
}

/** Nine clouds of the three common classes, and one of the rare one. */
function pool(seed) {
  const chance = generator(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance.nextUnit())) * Math.cos(2 * Math.PI * chance.nextUnit());
  const centres = Array.from({ length: 10 }, () => Array.from({ length: COLUMNS }, () => 2 * normal()));
  const values = matrix(ROWS, COLUMNS);
  const truth = new Uint8Array(ROWS);
  for (let row = 0; row < ROWS; row++) {
    const cloud = chance.nextIndex(1000) < 5 ? 9 : chance.nextIndex(9);
    truth[row] = cloud === 9 ? 3 : cloud % 3;
    for (let d = 0; d < COLUMNS; d++) values.data[row * COLUMNS + d] = centres[cloud][d] + normal();
  }
  const columns = Array.from({ length: COLUMNS }, (_, d) => ({
    ...{ name: `x${d}`, type: "number" },
    values: Float64Array.from({ length: ROWS }, (_, row) => values.data[row * COLUMNS + d]),
  }));
  return { table: makeTable(columns), truth };
}
