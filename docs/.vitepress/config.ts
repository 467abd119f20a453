// The site: `npm run docs` builds it into docs/.vitepress/dist.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { strategyCatalogue } from "@xpal/core";
import { defineConfig } from "vitepress";
import { drawFormulas } from "./formulas.ts";

const base = process.env.SITE_BASE ?? "/";
const page = (text: string, link: string) => ({ text, link });

export default defineConfig({
  title: "xpal",
  description:
    "Decision-theoretic active learning for TypeScript: which item to label next, and what the answer is worth.",
  lang: "en-GB",
  cleanUrls: false,
  base,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}icon.svg` }]],
  // Links to files beside docs (the licence, ARCHITECTURE.md) are for readers of the repository.
  ignoreDeadLinks: [
    /^(\.\/)?(\.\.\/)+(README|ARCHITECTURE|CONTRIBUTING|CHANGELOG|LICENSE|packages|studies|bench|examples|test)/,
  ],
  // The page links to them by HTML: VitePress would add ".html" to the names of such files.
  buildEnd: ({ outDir, srcDir }) =>
    cpSync(join(srcDir, "guide", "cluster"), join(outDir, "guide", "cluster"), { recursive: true }),
  markdown: {
    attrs: { disable: true }, // braces are those of symbols: k_x^{L+} lost its {L+}
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(md) {
      drawFormulas(md);
      // Text that is wider than a phone scrolls, so the keyboard must reach it.
      const plain = md.renderer.rules.code_block;
      md.renderer.rules.code_block = (...args) => plain?.(...args).replace("<pre", '<pre tabindex="0"') ?? "";
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("xpal-") } } },
  vite: {
    worker: { format: "es" },
    build: { chunkSizeWarningLimit: 900 },
    define: {
      STRATEGY_SYMBOLS: JSON.stringify(Object.fromEntries(strategyCatalogue.map(({ name, symbol }) => [name, symbol]))),
    },
  },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      page("Start", "/start"),
      page("Guide", "/guide/from-file-to-labels"),
      page("Strategies", "/strategies/xpal"),
      page("Try it", "/try"),
      page("API", "/api/README"),
    ],
    sidebar: [
      {
        text: "Start",
        items: [page("In five minutes", "/start"), page("Try it", "/try"), page("Other tools", "/comparison")],
      },
      {
        text: "Guide",
        items: [
          page("Label a file", "/guide/from-file-to-labels"),
          page("Label in the studio", "/guide/studio"),
          page("Label from code", "/guide/from-code"),
          page("Formats", "/guide/formats"),
          page("Kernel and prior", "/guide/kernel-and-prior"),
          page("A server for a team", "/guide/team"),
          page("The API", "/guide/api"),
          page("Label Studio and Argilla", "/guide/label-studio"),
          page("A studio on PostgreSQL", "/guide/postgres"),
          page("Label without a server", "/guide/lite"),
          page("The learned kernel", "/guide/learning"),
          page("What counts", "/guide/what-counts"),
          page("When errors cost differently", "/guide/costs"),
          page("Labels that cost differently", "/guide/label-costs"),
          page("Rare classes", "/guide/rare-classes"),
          page("Large files", "/guide/large"),
          page("Lists of rows", "/guide/batches"),
          page("Annotators who err", "/guide/annotators"),
          page("When to stop", "/guide/stopping"),
          page("How many more labels", "/guide/forecast"),
          page("Looking ahead", "/guide/look-ahead"),
          page("Texts", "/guide/texts"),
          page("A program that answers", "/guide/annotate"),
          page("Images", "/guide/images"),
          page("Against scikit-learn", "/guide/rivals"),
          page("Experiments", "/guide/experiments"),
          page("Reading a report", "/guide/reading-a-report"),
          page("Performance", "/guide/performance"),
          page("Many machines", "/guide/cluster"),
        ],
      },
      {
        text: "Strategies",
        items: strategyCatalogue.map(({ name, symbol }) =>
          page(symbol, `/strategies/${name === "greedyAll" ? "greedy-all" : name}`),
        ),
      },
      {
        text: "Reference",
        items: [
          page("Notation", "/notation"),
          page("Design notes", "/design/index"),
          page("API: @xpal/core", "/api/core"),
          page("API: @xpal/core/check", "/api/check"),
          page("API: @xpal/core/calls", "/api/calls"),
          page("API: @xpal/data", "/api/data"),
          page("API: @xpal/data/chart", "/api/chart"),
          page("API: @xpal/lab", "/api/lab"),
          page("API: @xpal/queue", "/api/queue"),
          page("API: @xpal/bridges", "/api/bridges"),
          page("API: @xpal/store", "/api/store"),
          page("API: @xpal/studio", "/api/studio"),
          page("API: @xpal/studio/client", "/api/client"),
        ],
      },
    ],
  },
});
