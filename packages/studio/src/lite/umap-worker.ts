// UMAP in a worker of its own.
import { pagePort, serve } from "xpal/calls";
import { type UmapCalls, umapLayout } from "../server/scoring/umap-layout.ts";

serve<UmapCalls>(pagePort(self as unknown as Worker), { layout: umapLayout });
