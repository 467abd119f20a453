// A worker of the benchmark of the queue, in a process of its own: says when it is ready, and at SIGTERM what it cost.
import { work } from "@xpal/queue";

const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
let before;
const say = () => {
  before ??= process.cpuUsage();
  process.stdout.write("ready\n");
};
await work({
  threads: 1,
  now: () => Date.now(),
  version: "bench",
  allowCode: true,
  signal: stop.signal,
  say,
  ...JSON.parse(process.argv[2]),
});
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${JSON.stringify({ cpuSeconds: (user + system) / 1e6 })}\n`);
