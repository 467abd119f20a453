// A thread of a pool: gets a workload, then jobs of it, and tells what comes of them. Another workload replaces the former.
import { parentPort } from "node:worker_threads";
import { serve, threadPort } from "@xpal/core/calls";
import { doJob, type Workload } from "../do-job.ts";
import type { JobEvent } from "../job-runner.ts";
import type { PoolCalls } from "../thread-pool.ts";

let current: Workload;

serve<PoolCalls, JobEvent>(threadPort(parentPort!), {
  workload: (workload) => {
    current = workload;
  },
  job: (job, { progress }) => doJob(current, job, () => performance.now() / 1000, progress),
});
