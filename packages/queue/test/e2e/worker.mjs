// A worker in a process of its own, as built: node worker.mjs '{"queue": ..., "store": ..., "name": ...}'.
import { work } from "../../dist/index.js";

const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
const say = (sentence) => console.log(sentence);
await work({ threads: 1, now: () => Date.now(), signal: stop.signal, say, ...JSON.parse(process.argv[2]) });
