// Starts the studio: the store in its data folder, the server on this machine only, the page.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { totalmem } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { HeldLock } from "@xpal/store";
import { Access } from "./accounts/access.ts";
import { Announcer } from "./api/announcer.ts";
import { HandedChecks } from "./api/handed-checks.ts";
import { Webhooks } from "./api/webhooks.ts";
import { appendTo } from "./append-to.ts";
import { placeOf, type StudioPlace } from "./data-dir.ts";
import { startImport } from "./exchange/import-process.ts";
import { type ImportLimits, Imports } from "./exchange/imports.ts";
import { openFile } from "./exchange/open-file.ts";
import { uploadFolder } from "./exchange/upload-folder.ts";
import { holdDataFolder, openPrivateStore } from "./hold-data-folder.ts";
import { createApp } from "./http/create-app.ts";
import { listen } from "./http/listen.ts";
import { type Reach, type ReachOptions, reachOf } from "./http/reach.ts";
import { StartLink } from "./http/start-link.ts";
import { lineLog } from "./log.ts";
import { Programs } from "./programs/programs.ts";
import { OpenProjects } from "./projects/open-projects.ts";
import type { Heard } from "./projects/opinions-model.ts";
import { startScoring } from "./scoring/scoring-thread.ts";
import { checkSecret, secretNotice, studioSecret } from "./studio-secret.ts";

/** How to start. */
export interface StudioOptions extends StudioPlace, ReachOptions {
  /** 0 for any free port; 4321 by default, or the next free one. */
  readonly port?: number;
  /** Whether to open a browser; not by default. */
  readonly open?: boolean;
  /** A file or folder to make a project of, or to go on with. */
  readonly file?: string;
  /** Uploads above this size are rejected; 1 GB by default. */
  readonly mostUploadBytes?: number;
  /** Folders that models in ONNX may be or lie in; by default none, and models are known by their names only. */
  readonly modelFolders?: readonly string[];
  /** Folders whose files an admin may import by name, without an upload; by default none. */
  readonly fileFolders?: readonly string[];
  /** Read files of this machine in pieces although they are not large. */
  readonly stream?: boolean;
  /**
   * What encrypts the secrets in the store, at least 32 characters, the same for all servers of one database; by default that
   * of the file "secret" in the data folder, which is made at first use.
   */
  readonly secret?: string;
  /** Called with a sentence that whoever starts the studio should read. */
  readonly onNotice?: (sentence: string) => void;
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
const DAY_MS = 24 * 3600 * 1000;
const MAX_UPLOAD_BYTES = 1024 * 1024 * 1024;

/**
 * Starts the studio, on 127.0.0.1 unless another host is named.
 * @throws StudioError, StoreError or XpalError if another studio has the data folder, the port is in use, or the store
 * or the file cannot be opened.
 * @example
 * const studio = await startStudio({ dataDir: folder, port: 0 });
 * await studio.close();
 * studio.url.startsWith("http://127.0.0.1:") // true
 */
export async function startStudio(options: StudioOptions = {}): Promise<Studio> {
  const { clock = () => new Date() } = options;
  const reach = reachOf(options);
  const { dataDirs, store: storeUrl } = placeOf(options);
  const { dataDir, lock } = holdDataFolder(dataDirs);
  try {
    return await startLocked(options, reach, clock, dataDir, storeUrl, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(
  options: StudioOptions,
  reach: Reach,
  clock: () => Date,
  dataDir: string,
  storeUrl: string,
  lock: HeldLock,
): Promise<Studio> {
  const secret = studioSecret(options.secret, dataDir);
  // Whoever names a store may have named it to another server too; the one in the data folder is locked with it.
  const isShared = options.store !== undefined;
  const store = await openPrivateStore(storeUrl, isShared ? null : dataDir);
  const { log, close: closeLog } = lineLog(appendTo(join(dataDir, "studio.log")), clock);
  const shared = isShared ? store : null;
  const onRemoved = async (project: string): Promise<void> => {
    await programs.forget(project);
    await announcer.removed(project);
    await new HandedChecks(store.records).forget(project);
  };
  const onBinned = async (project: string): Promise<void> => {
    // It may take long to finish the question that it is at.
    void programs.stop(project).catch((error: Error) => log("error", { what: "program", message: error.message }));
  };
  const heardOf = (project: string): Promise<readonly Heard[]> => programs.heardOf(project);
  const projectOptions = { clock, shared, onBinned, onRemoved, heardOf };
  const openProjects = new OpenProjects(store, projectOptions, () => startScoring(isShared), modelBytes());
  const access = new Access(store, clock, secret);
  const webhooks = new Webhooks(store, { fetch, clock, log, secret, accounts: access.accounts, tokens: access.tokens });
  const announcer = new Announcer(webhooks, log);
  const onAnswers: Announcer["answered"] = (...answered) => announcer.answered(...answered);
  const programs = new Programs({ store, openProjects, clock, log, secret, onAnswers });
  let port = 0;
  let start = "/";
  const startLink = new StartLink(clock);
  const { id, isOther } = await checkSecret(store, secret);
  const unreadable = await Promise.all([webhooks.countUnreadable(), programs.countUnreadableKeys()]).catch(
    (error: Error): [number, number] => {
      log("error", { what: "secret", message: error.message }); // a damaged record ends no start
      return [0, 0];
    },
  );
  const notice = secretNotice(isOther, ...unreadable);
  const urlOf = () =>
    `${reach.origins(port)[0]}/login?token=${startLink.token}${start === "/" ? "" : `&to=${encodeURIComponent(start)}`}`;
  const uploads = uploadFolder(join(dataDir, "uploads"), options.mostUploadBytes ?? MAX_UPLOAD_BYTES);
  const limits: ImportLimits = {
    modelFolders: options.modelFolders ?? [],
    inPieces: { stream: options.stream },
    isShared,
  };
  const onImport = async (project: string, labelled: readonly number[] = []): Promise<void> => {
    await announcer.imported(project);
    if (labelled.length > 0) await announcer.answered(project, await openProjects.of(project), labelled);
  };
  const imports = new Imports(store, clock, uploads, startImport, limits, onImport);
  const app = createApp({
    store,
    openProjects,
    imports,
    openFolders: { folders: (options.fileFolders ?? []).map((folder) => resolve(folder)), except: dataDir },
    startLink,
    cookieName: `xpal-studio-${secret.mark("cookie name", id).slice(0, 12)}`,
    access,
    webhooks,
    announcer,
    programs,
    reach,
    log,
    clock,
    port: () => port,
    webDir: fileURLToPath(new URL("../web", import.meta.url)),
    onLogin: () => options.onAddress?.(urlOf()),
  });
  const emptyBin = () => {
    openProjects.emptyBin().catch((error: Error) => log("error", { what: "bin", message: error.message }));
  };
  let emptying: ReturnType<typeof setInterval> | undefined;
  try {
    if (isShared) await openProjects.follow(store.events);
    if (options.file !== undefined) start = await openFile(store, imports, options.file);
    const server = await listen("startStudio", app.fetch, reach, { first: FIRST_PORT, wanted: options.port });
    port = server.port;
    lock.note(`the studio at ${reach.origins(port)[0]}/`);
    log("start", { port, store: store.kind });
    if (notice !== null) {
      log("secret", { message: notice });
      options.onNotice?.(notice);
    }
    options.onAddress?.(urlOf());
    openProjects.warm();
    emptyBin();
    emptying = setInterval(emptyBin, DAY_MS).unref();
    webhooks.wake();
    if (options.open === true) openBrowser(urlOf());
    return {
      port,
      get url() {
        return urlOf();
      },
      close: async () => {
        clearInterval(emptying);
        await server.close();
        await programs.close();
        await webhooks.close();
        await imports.close();
        await openProjects.close();
        await store.close();
        log("stop");
        await closeLog();
        lock.release();
      },
    };
  } catch (error) {
    await imports.close();
    await openProjects.close();
    await store.close();
    await closeLog();
    throw error;
  }
}

function openBrowser(url: string): void {
  const command = { darwin: "open", win32: "explorer" }[process.platform as string] ?? "xdg-open";
  if (command === "xdg-open" && !existsSync("/usr/bin/xdg-open")) return;
  const child = spawn(command, [url], { stdio: "ignore", detached: true });
  child.once("error", () => {}); // the address is printed anyway
  child.unref();
}

/** A quarter of the memory that this process may have: that of the machine, or of its container. */
function modelBytes(): number {
  const limit = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / 4);
}
