// A thread of a pool: gets a workload, then jobs of it, and posts events; `null` says that a job is over. Another workload
// replaces the former.
import { parentPort } from "node:worker_threads";
import { doJob, type Workload } from "../do-job.ts";
import type { Job } from "../job-runner.ts";

const port = parentPort;
let workload: Workload;

port?.on("message", async (message: { readonly workload: Workload } | { readonly job: Job }) => {
  if ("workload" in message) {
    workload = message.workload;
    return;
  }
  await doJob(
    workload,
    message.job,
    () => performance.now() / 1000,
    (event) => port.postMessage(event),
  );
  port.postMessage(null);
});
