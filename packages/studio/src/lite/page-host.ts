// The host of the page that needs no server: a worker of the page answers, in the words of the studio's routes.
import type { Host } from "../web/ui/host.ts";
import { LiveStream } from "./live-stream.ts";
import { messageFetch } from "./message-fetch.ts";
import { projectLocks } from "./project-locks.ts";

const IN_USE = { code: "in-use", message: "This project is open in another tab; go on there, or close that tab" };
/** Images that are kept ready to be shown. */
const MAX_IMAGES = 400;

/** Starts the worker. */
export function pageHost(worker: Worker): Host {
  const ask = messageFetch(worker);
  const locks = projectLocks(navigator.locks);
  const images = new Map<string, Promise<string>>();

  return {
    name: "xpal lite",
    sending: "reading",
    addresses: "hash",
    showsRemoteImages: false,
    async request(path, init) {
      const project = projectIn(path);
      if (project === null) return ask(path, init);
      if (!(await locks.take(project))) return Response.json(IN_USE, { status: 403 });
      const isOpened = path === `/api/projects/${project}` && (init.method ?? "GET") === "GET";
      if (isOpened || live.has(project)) return ask(path, init);
      try {
        return await ask(path, init);
      } finally {
        if (!live.has(project)) locks.release(project); // a change from the list of projects, or the end of a page
      }
    },
    async upload(path, file, progress, signal) {
      void navigator.storage?.persist?.(); // what is made of it should outlive a full disk, where the browser grants that
      const answered = ask(path, { method: "POST", body: file, signal });
      progress(1);
      const response = await answered;
      return { status: response.status, text: await response.text() };
    },
    live(path) {
      const stream = new LiveStream((signal) => ask(path, { signal }));
      const project = projectIn(path);
      if (project === null) return stream;
      live.add(project);
      const close = () => {
        live.delete(project);
        locks.release(project);
      };
      return Object.assign(stream, {
        close() {
          LiveStream.prototype.close.call(stream);
          close();
        },
      });
    },
    image(path) {
      const known = images.get(path) ?? imageUrl(path);
      images.delete(path);
      images.set(path, known); // most recently used last
      const [oldest] = images.keys();
      if (images.size > MAX_IMAGES) {
        void images.get(oldest)?.then((url) => URL.revokeObjectURL(url));
        images.delete(oldest);
      }
      return known;
    },
    async download(path) {
      const response = await ask(path);
      if (!response.ok) throw new Error(((await response.json()) as { message: string }).message);
      save(await response.blob(), nameIn(response.headers.get("content-disposition") ?? ""));
    },
  };

  async function imageUrl(path: string): Promise<string> {
    const response = await ask(path);
    return response.ok ? URL.createObjectURL(await response.blob()) : "";
  }
}

/** The projects whose live streams are open: these keep their locks. */
const live = new Set<string>();

function projectIn(path: string): string | null {
  return /^\/api\/projects\/([^/?]+)/.exec(path)?.[1] ?? null;
}

function nameIn(disposition: string): string {
  return decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? "export");
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may ask where to put it
}
