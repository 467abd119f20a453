import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page that needs no server, as files that lie anywhere: all addresses are relative. Each worker is one script, so that
// nothing is fetched once the page is there.
export default defineConfig({
  root: join(import.meta.dirname, "src/lite"),
  base: "./",
  publicDir: false,
  plugins: [svelte()],
  resolve: { conditions: ["browser", "import", "module", "default"] },
  worker: { format: "iife" },
  build: {
    outDir: join(import.meta.dirname, "dist/lite"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
