// Light, dark, or as the system has it; remembered by the browser.

export type Theme = "system" | "light" | "dark";

const KEY = "xpal-theme";

export const theme = $state<{ chosen: Theme }>({ chosen: (localStorage.getItem(KEY) as Theme | null) ?? "system" });

/** Puts the chosen theme on the page. */
export function applyTheme(): void {
  if (theme.chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.chosen;
}

/** The next of the three. */
export function turnTheme(): void {
  const order: Theme[] = ["system", "light", "dark"];
  theme.chosen = order[(order.indexOf(theme.chosen) + 1) % order.length];
  localStorage.setItem(KEY, theme.chosen);
  applyTheme();
}
