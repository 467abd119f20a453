import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is built into dist/web, where the server finds it.
export default defineConfig({
  root: join(import.meta.dirname, "src/web"),
  base: "/",
  publicDir: false,
  plugins: [svelte()],
  // Inlined assets would be data URIs, and a polyfill an inline script: the content policy allows neither.
  build: {
    outDir: join(import.meta.dirname, "dist/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
});
