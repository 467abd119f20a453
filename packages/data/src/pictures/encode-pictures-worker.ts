// A thread that encodes pictures: it is given them when it starts, answers once and ends.
import { parentPort, workerData } from "node:worker_threads";
import { type EncodingJob, encodeHere } from "./encode-pictures.ts";

parentPort?.postMessage(encodeHere(workerData as EncodingJob, () => {}));
