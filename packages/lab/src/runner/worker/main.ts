// A thread of the pool: gets the workload once, then jobs, and posts events; `null` says that the job is over.
import { parentPort, workerData } from "node:worker_threads";
import { doJob, type Workload } from "../do-job.ts";
import type { Job } from "../job-runner.ts";

const port = parentPort;
const workload = workerData as Workload;

port?.on("message", async (job: Job) => {
  await doJob(
    workload,
    job,
    () => performance.now() / 1000,
    (event) => port.postMessage(event),
  );
  port.postMessage(null);
});
