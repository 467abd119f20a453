// A learner behind two HTTP routes: GET /next asks, POST /label answers. Without a flag the program plays a client of its own
// and ends; with --serve it stays and prints its address.
import { serve } from "@hono/node-server";
import { Learner, matrixFrom } from "@xpal/core";
import { Hono } from "hono";

const features = matrixFrom([[0], [0.2], [0.4], [5], [5.2], [5.4]]);
const learner = await Learner.create({ features, classes: ["low", "high"], seed: 1 });
const app = new Hono();

app.get("/next", async (context) => {
  const [best] = await learner.suggest();
  return best === undefined ? context.json({ done: true }) : context.json({ item: best.index });
});

app.post("/label", async (context) => {
  const { item, label } = await context.req.json();
  try {
    await learner.label(item, label);
  } catch (error) {
    if (error.code === undefined) throw error; // not a rejection of the library
    return context.json({ error: error.message }, 400);
  }
  return context.json({ predictions: await learner.predict() });
});

const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, async ({ port }) => {
  const address = `http://127.0.0.1:${port}`;
  if (process.argv.includes("--serve")) return console.log(address);
  for (let answers = 0; answers < 2; answers++) {
    const { item } = await (await fetch(`${address}/next`)).json();
    const body = JSON.stringify({ item, label: item < 3 ? "low" : "high" });
    const answer = await fetch(`${address}/label`, { method: "POST", body });
    console.log((await answer.json()).predictions.join(" "));
  }
  const rejected = await fetch(`${address}/label`, {
    method: "POST",
    body: JSON.stringify({ item: 0, label: "middle" }),
  });
  console.log(rejected.status);
  server.close();
  await learner.close();
});

// Prints:
// high high high high high high
// low low low high high high
// 400
