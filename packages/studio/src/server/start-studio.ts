// Starts the studio: the store in its data folder, the server on this machine only, the page.
import { spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import type { HeldLock } from "@xpal/store";
import { placeOf, type StudioPlace } from "./data-dir.ts";
import { startImport } from "./exchange/import-process.ts";
import { Imports } from "./exchange/imports.ts";
import { openFile } from "./exchange/open-file.ts";
import { uploadFolder } from "./exchange/upload-folder.ts";
import { holdDataFolder, openPrivateStore } from "./hold-data-folder.ts";
import { createApp } from "./http/create-app.ts";
import { Sessions } from "./http/session.ts";
import { lineLog } from "./log.ts";
import { OpenProjects } from "./projects/open-projects.ts";
import { startScoring } from "./scoring/scoring-thread.ts";
import { StudioError } from "./studio-error.ts";

/** How to start. */
export interface StudioOptions extends StudioPlace {
  /** 0 for any free port; 4321 by default, or the next free one. */
  readonly port?: number;
  /** Whether to open a browser; not by default. */
  readonly open?: boolean;
  /** A file or folder to make a project of, or to go on with. */
  readonly file?: string;
  /** Uploads above this size are refused; 1 GB by default. */
  readonly mostUploadBytes?: number;
  /** Folders that models in ONNX may be or lie in; by default none, and models are known by their names only. */
  readonly modelFolders?: readonly string[];
  /** Called with each new address that logs in: one at the start, the next when that was used. */
  readonly onAddress?: (url: string) => void;
  readonly clock?: () => Date;
}

/** A running studio. */
export interface Studio {
  readonly port: number;
  /** An address that logs in once. */
  readonly url: string;
  close(): Promise<void>;
}

const FIRST_PORT = 4321;
const MOST_UPLOAD_BYTES = 1024 * 1024 * 1024;

/**
 * Starts the studio on 127.0.0.1.
 * @throws StudioError, StoreError or XpalError if another studio has the data folder, the port is in use, or the store
 * or the file cannot be opened.
 * @example
 * const studio = await startStudio({ dataDir: folder, port: 0 });
 * await studio.close();
 * studio.url.startsWith("http://127.0.0.1:") // true
 */
export async function startStudio(options: StudioOptions = {}): Promise<Studio> {
  const { clock = () => new Date() } = options;
  const { dataDir, store: storeUrl } = placeOf(options);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = holdDataFolder(dataDir);
  try {
    return await startLocked(options, clock, dataDir, storeUrl, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(
  options: StudioOptions,
  clock: () => Date,
  dataDir: string,
  storeUrl: string,
  lock: HeldLock,
): Promise<Studio> {
  const store = await openPrivateStore(storeUrl);
  const openProjects = new OpenProjects(store, clock, startScoring);
  const file = createWriteStream(join(dataDir, "studio.log"), { flags: "a", mode: 0o600 });
  // A request that was under way when the studio stopped has nothing left to write to.
  const log = lineLog((line) => void (file.writableEnded || file.write(line)), clock);
  let port = 0;
  let start = "/";
  const sessions = new Sessions(dataDir, clock);
  const urlOf = () =>
    `http://127.0.0.1:${port}/login?token=${sessions.token}${start === "/" ? "" : `&to=${encodeURIComponent(start)}`}`;
  const uploads = uploadFolder(join(dataDir, "uploads"), options.mostUploadBytes ?? MOST_UPLOAD_BYTES);
  const imports = new Imports(store, clock, uploads, startImport, options.modelFolders ?? []);
  const app = createApp({
    store,
    openProjects,
    imports,
    sessions,
    log,
    clock,
    port: () => port,
    webDir: fileURLToPath(new URL("../web", import.meta.url)),
    onLogin: () => options.onAddress?.(urlOf()),
  });
  try {
    if (options.file !== undefined) start = await openFile(store, imports, options.file);
    const server = await listen(app.fetch, options.port);
    port = server.port;
    lock.note(`the studio at http://127.0.0.1:${port}/`);
    log("start", { port, store: store.kind });
    options.onAddress?.(urlOf());
    openProjects.warm();
    if (options.open === true) openBrowser(urlOf());
    return {
      port,
      get url() {
        return urlOf();
      },
      close: async () => {
        await server.close();
        await imports.close();
        await openProjects.close();
        await store.close();
        log("stop");
        await new Promise<void>((done) => file.end(done));
        lock.release();
      },
    };
  } catch (error) {
    await imports.close();
    await store.close();
    file.end();
    throw error;
  }
}

type Fetch = Parameters<typeof serve>[0]["fetch"];

/** Listens on the port asked for, or from the usual one upwards. */
async function listen(fetch: Fetch, wanted: number | undefined): Promise<{ port: number; close(): Promise<void> }> {
  for (let port = wanted ?? FIRST_PORT; ; port++) {
    try {
      return await listenOn(fetch, port);
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (taken && wanted === undefined && port < FIRST_PORT + 50) continue;
      throw new StudioError("bad-argument", `startStudio: port must be free, got ${port}; choose another one`);
    }
  }
}

function listenOn(fetch: Fetch, port: number): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((done, failed) => {
    const server = serve({ fetch, port, hostname: "127.0.0.1" }, (info) =>
      done({
        port: info.port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            // Live streams never end by themselves.
            if ("closeAllConnections" in server) setTimeout(() => server.closeAllConnections(), 200);
          }),
      }),
    );
    server.once("error", failed);
  });
}

function openBrowser(url: string): void {
  const command = { darwin: "open", win32: "explorer" }[process.platform as string] ?? "xdg-open";
  if (command === "xdg-open" && !existsSync("/usr/bin/xdg-open")) return;
  const child = spawn(command, [url], { stdio: "ignore", detached: true });
  child.once("error", () => {}); // the address is printed anyway
  child.unref();
}
