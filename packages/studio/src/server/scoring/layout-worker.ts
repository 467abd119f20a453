// The map by likeness, in a thread of its own.
import { parentPort } from "node:worker_threads";
import { serve, threadPort } from "@xpal/core/calls";
import { type LayoutCalls, neighbourLayout } from "./neighbour-layout.ts";

serve<LayoutCalls>(threadPort(parentPort!), { layout: neighbourLayout });
