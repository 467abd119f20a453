// Sums of upper bounds that are kept from question to question stay upper bounds of the definition's gains, however much of
// what changed was left out of them.
import { expect, test } from "vitest";
import { chooseEngine } from "../../src/engine/choose-engine.ts";
import { BoundLists } from "../../src/engine/fast/bound-lists.ts";
import { BoundSums } from "../../src/engine/fast/bound-sums.ts";
import { layOut } from "../../src/engine/fast/wasm-state.ts";
import { planMemory } from "../../src/engine/memory/memory-plan.ts";
import { wasmMemory, wasmModule } from "../../src/engine/memory/wasm-module.ts";
import { createPool, Labels, matrix, rbf, xpal } from "../../src/index.ts";
import { ask } from "./same-answers.ts";

test("kept sums and shortfalls bound every gain while labels are given and taken back", async () => {
  const size = 240;
  const data = Float64Array.from({ length: size * 2 }, (_, i) => Math.sin(i * 12.9898) * 2 + ((i * 7919) % 101) / 50);
  const classes = ["a", "b", "c", "d"];
  const pool = createPool({ features: matrix(size, 2, data), kernel: rbf({ bandwidth: 0.5 }), classes });
  const plain = await chooseEngine("test", "definition").open(pool);
  const limits = { budget: 2 ** 26, keepWithin: 2 ** 26 };
  const plan = planMemory(pool, size * 16, limits, "bounds");
  const state = layOut(pool, plan, { module: await wasmModule("own") }, wasmMemory("own", 1024));
  const alpha = new Float64Array(classes.length).fill(1e-3);
  const priors = state.arena.put(alpha);
  const sums = new BoundSums(state, 1);
  const lists = new BoundLists(state, 4e-3, 1);
  while (lists.share < 1) lists.buildSome();
  let labels = Labels.none(pool).add(0, 0);
  for (let step = 0; step < 40; step++) {
    state.frequencies.update(labels);
    sums.describe(priors);
    // Any shortfall is allowed but at every seventh question.
    const best = step % 7 === 0 ? 0 : size * 10;
    sums.score(lists, best, { alpha, betaAt: priors, scale: (1 + 2 ** -12) / size, margin: 1e-14 });
    const bounds = state.arena.doubles(state.scores, size);
    const { scores } = await ask(plain, labels, xpal());
    labels.unlabelled().forEach((item, place) => {
      expect(bounds[state.orders.itemPlaces[item]]).toBeGreaterThanOrEqual(scores[place]);
    });
    labels = step % 5 === 4 ? labels.remove(labels.labelled[0].index) : labels.add((step * 37 + 5) % size, step % 4);
  }
});
