// Imported first: the page asks for its host as soon as its modules are loaded.
import { setHost } from "../web/ui/host.ts";
import { pageHost } from "./page-host.ts";

setHost(pageHost(new Worker(new URL("./studio-worker.ts", import.meta.url), { type: "module" })));
