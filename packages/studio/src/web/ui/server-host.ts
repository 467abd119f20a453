// The studio's server, which the page came from.
import type { Host } from "./host.ts";
import { pageAccountHeader, withPageAccount } from "./page-account.ts";

/** Answers by HTTP. */
export const serverHost: Host = {
  name: "xpal studio",
  sending: "uploading",
  addresses: "path",
  showsRemoteImages: true,
  request: (path, init) => fetch(path, { ...init, headers: { ...init.headers, ...pageAccountHeader() } }),
  upload: (path, file, progress, signal) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open("POST", path);
      for (const [name, value] of Object.entries(pageAccountHeader())) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
      xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
      xhr.onerror = () => reject(new Error("no answer"));
      xhr.onabort = () => reject(new DOMException("cancelled", "AbortError"));
      signal.addEventListener("abort", () => xhr.abort());
      xhr.send(file);
    }),
  live: (path) => new EventSource(withPageAccount(path)),
  image: withPageAccount,
};
