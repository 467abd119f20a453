// UMAP in a thread of its own.
import { parentPort } from "node:worker_threads";
import { serve, threadPort } from "xpal/calls";
import { type UmapCalls, umapLayout } from "./umap-layout.ts";

serve<UmapCalls>(threadPort(parentPort!), { layout: umapLayout });
