// Vectors that another program made, in a Parquet file, matched to a table by key: the order of the rows does not matter.

import { Learner } from "@xpal/core";
import { applyRecipe, fitRecipe, joinVectors, makeTable, parseTable } from "@xpal/data";
import { parquetWriteBuffer } from "hyparquet-writer";

const messages = makeTable([
  { name: "id", type: "text", values: ["m1", "m2", "m3", "m4"] },
  { name: "text", type: "text", values: ["refund please", "money back", "app crashes", "it freezes"] },
]);

// What an embedding model would have written, here in another order.
const bytes = parquetWriteBuffer({
  columnData: [
    { name: "id", data: ["m4", "m3", "m2", "m1"] },
    { name: "x", data: [0, 0.1, 0.9, 1] },
    { name: "y", data: [0.9, 1, 0.1, 0] },
  ],
});
const vectors = await parseTable(new Uint8Array(bytes), "vectors.parquet");
const table = joinVectors(messages, vectors, "id");

const { recipe } = fitRecipe(table, { roles: { text: "ignored" } });
const { features, kernel } = applyRecipe(recipe, table);
const learner = await Learner.create({ features, kernel, classes: ["billing", "bug"] });
await learner.label(0, "billing");
await learner.label(2, "bug");
console.log((await learner.predict()).join(" "));
await learner.close();

// Prints:
// billing billing bug bug
