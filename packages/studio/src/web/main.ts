import "./ui/usable-storage.ts";
import "./ui/no-eval.ts";
import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";
import "./people/people.css";
import { applyTheme } from "./ui/theme.svelte.ts";

applyTheme();
mount(App, { target: document.getElementById("app")! });
