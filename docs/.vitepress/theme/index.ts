// VitePress's own theme, with the figures.
import DefaultTheme from "vitepress/theme";
import "./style.css";

export default {
  extends: DefaultTheme,
  async enhanceApp() {
    if (typeof window === "undefined" || customElements.get("xpal-figure") !== undefined) return;
    const [{ defineStrategyFigure }, { defineRaceFigure }] = await Promise.all([
      import("../figures/strategy-figure.ts"),
      import("../figures/race-figure.ts"),
    ]);
    defineStrategyFigure();
    defineRaceFigure();
  },
};
