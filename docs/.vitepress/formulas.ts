// Blocks of the language "math" hold formulas in TeX, as hosts of repositories draw them; here they become MathML, which browsers
// draw themselves and screen readers read.
import temml from "temml";
import type { MarkdownRenderer } from "vitepress";

/** Draws the formulas of a page. @throws where one is not TeX, which ends the build. */
export function drawFormulas(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    if (info.trim() !== "math") return fence?.(tokens, index, ...rest) ?? "";
    const drawn = temml.renderToString(content, { displayMode: true, throwOnError: true });
    // One that is wider than a phone scrolls, so the keyboard must reach it; TeX has braces that Vue would read.
    return `<div class="xpal-formula" tabindex="0" v-pre>${drawn}</div>\n`;
  };
}
