// `npm run dev`: the page with hot reload, against a studio that restarts when a source of the server has changed. Words behind
// `--` go to the studio: npm run dev -- --data-dir /tmp/studio. Its projects are kept in .xpal/dev by default.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PAGE_PORT = 5173;
const STUDIO = "http://127.0.0.1:4399";

const words = process.argv.slice(2);
if (!words.includes("--data-dir")) words.push("--data-dir", join(root, ".xpal/dev"));

const compiler = spawn(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "--build", "--watch", "--preserveWatchOutput"],
  { cwd: root, stdio: "inherit" },
);
const studio = spawn(
  process.execPath,
  ["--watch", join(root, "packages/cli/dist/main.js"), "studio", ...words, "--port", "4399", "--no-open"],
  { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
);
const page = await createServer({
  configFile: join(root, "packages/studio/vite.config.ts"),
  server: {
    host: "127.0.0.1",
    port: PAGE_PORT,
    // The studio serves its own address only, so a request must look as if its page had come from there.
    proxy: Object.fromEntries(
      ["/api", "/login"].map((path) => [path, { target: STUDIO, changeOrigin: true, headers: { origin: STUDIO } }]),
    ),
  },
});
await page.listen();
const address = page.resolvedUrls.local[0].replace(/\/$/, "");
// The link that logs in is printed by the studio at each start, with the studio's own address.
for await (const line of createInterface({ input: studio.stdout })) console.log(line.replaceAll(STUDIO, address));
compiler.kill();
await page.close();
