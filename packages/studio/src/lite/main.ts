import "./choose-host.ts";
import { mount } from "svelte";
import App from "../web/App.svelte";
import "../web/style.css";
import "../web/people/people.css";
import { applyTheme } from "../web/ui/theme.svelte.ts";

applyTheme();
mount(App, { target: document.getElementById("app")! });

// Only the folder has a service worker beside it; the page in one file needs none.
if (document.documentElement.dataset.offline === "folder" && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("./service-worker.js").catch(() => {}); // it works without, while the server answers
}
