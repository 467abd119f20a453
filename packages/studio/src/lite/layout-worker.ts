// The map by likeness, in a worker of its own.
import { pagePort, serve } from "@xpal/core/calls";
import { type LayoutCalls, neighbourLayout } from "../server/scoring/neighbour-layout.ts";

serve<LayoutCalls>(pagePort(self as unknown as Worker), { layout: neighbourLayout });
