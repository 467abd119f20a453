// Imported first: the page asks for its host as soon as its modules are loaded.
import "../web/ui/usable-storage.ts";
import "../web/ui/no-eval.ts";
import "./random-ids.ts";
import { setHost } from "../web/ui/host.ts";
import { pageHost } from "./page-host.ts";

const worker = new Worker(new URL("./studio-worker.ts", import.meta.url), { type: "module" });
worker.addEventListener("error", ({ message }) => {
  const notice = document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.textContent = `This browser could not start what answers the page: ${message || "workers are not allowed"}.`;
  document.body.prepend(notice);
});
setHost(pageHost(worker));
