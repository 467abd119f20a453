// A thread that encodes images.
import { parentPort } from "node:worker_threads";
import { serve, threadPort } from "@xpal/core/calls";
import { encodeHere } from "./encode-here.ts";
import type { EncodingCalls } from "./encode-images.ts";

serve<EncodingCalls>(threadPort(parentPort!), {
  encode: (job, { transfer }) => {
    const matrix = encodeHere(job, () => {});
    transfer(matrix.data.buffer);
    return matrix;
  },
});
