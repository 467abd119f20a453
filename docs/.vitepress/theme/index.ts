// VitePress's own theme, with the figures.
import DefaultTheme from "vitepress/theme";
import { askAhead } from "../figures/ask-ahead.ts";
import "./style.css";

export default {
  extends: DefaultTheme,
  // Not awaited: the page can be read and used before its figures are there.
  enhanceApp() {
    if (typeof window === "undefined" || customElements.get("xpal-figure") !== undefined) return;
    askAhead(document);
    void defineFigures();
  },
};

async function defineFigures(): Promise<void> {
  const [{ defineStrategyFigure }, { defineRaceFigure }] = await Promise.all([
    import("../figures/strategy-figure.ts"),
    import("../figures/race-figure.ts"),
  ]);
  defineStrategyFigure();
  defineRaceFigure();
}
