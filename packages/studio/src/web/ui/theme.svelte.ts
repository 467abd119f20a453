// Light, dark, or as the system has it; remembered by the browser.
import type { Theme } from "@xpal/data/chart";

type Choice = "system" | Theme;

const KEY = "xpal-theme";
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const remembered = (localStorage.getItem(KEY) as Choice | null) ?? "system";

/** What was chosen, and what is shown because of it. */
export const theme = $state<{ chosen: Choice; shown: Theme }>({ chosen: remembered, shown: shownFor(remembered) });

systemDark.addEventListener("change", () => (theme.shown = shownFor(theme.chosen)));

/** Puts the chosen theme on the page. */
export function applyTheme(): void {
  if (theme.chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.chosen;
  theme.shown = shownFor(theme.chosen);
}

/** Switches to the next of the three. */
export function turnTheme(): void {
  const order: Choice[] = ["system", "light", "dark"];
  theme.chosen = order[(order.indexOf(theme.chosen) + 1) % order.length];
  localStorage.setItem(KEY, theme.chosen);
  applyTheme();
}

function shownFor(choice: Choice): Theme {
  if (choice !== "system") return choice;
  return systemDark.matches ? "dark" : "light";
}
