// What the page runs on. The page speaks in requests and live streams, as the protocol describes them; who answers is
// chosen once, before the page is mounted: the studio's server, or a worker of the page itself.
import { serverHost } from "./server-host.ts";

/** A stream of named messages; `lost` comes as the event "error". */
export interface Live extends EventTarget {
  close(): void;
}

/** A whole answer to an upload. */
interface UploadAnswer {
  readonly status: number;
  readonly text: string;
}

/** Who answers, and what the page may do there. */
export interface Host {
  /** How the page calls itself. */
  readonly name: string;
  /** What is done with a file that is sent there. */
  readonly sending: "uploading" | "reading";
  /** Where in its address the page stands: in the path, or behind the # where files are served as they lie. */
  readonly addresses: "path" | "hash";
  /** Whether images on other hosts may be loaded. */
  readonly showsRemoteImages: boolean;
  /** As `fetch` does; rejects when nobody answers. */
  request(path: string, init: RequestInit): Promise<Response>;
  /** Sends a file as it is, with progress from 0 to 1; rejects when nobody answers. */
  upload(path: string, file: Blob, progress: (share: number) => void, signal: AbortSignal): Promise<UploadAnswer>;
  live(path: string): Live;
  /** An address that an `img` can load. */
  image(path: string): string | Promise<string>;
  /** Saves what lies at a path as a file; undefined where a plain link does that. */
  readonly download?: (path: string) => Promise<void>;
}

let current: Host = serverHost;

/** Who answers. */
export function host(): Host {
  return current;
}

/** Chooses who answers, before anything is asked. */
export function setHost(chosen: Host): void {
  current = chosen;
}
