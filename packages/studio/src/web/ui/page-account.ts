// Whose page this is. All windows of a browser share one cookie, so somebody else may have logged in in another window
// since; every request says whose page it comes from, and the server rejects it where that is somebody else by now.
import { accountHeader, PAGE_ACCOUNT_QUERY } from "../../protocol/page-account.ts";
import type { Me } from "../../protocol/people.ts";

let headers: Readonly<Record<string, string>> = {};
let query = "";

/** Makes this the page of a person; of nobody where it is null. */
export function setPageAccount(me: Me | null): void {
  headers = me === null ? {} : accountHeader(me.name);
  query = me === null ? "" : `${PAGE_ACCOUNT_QUERY}=${encodeURIComponent(me.name ?? "")}`;
}

/** What a request says of whose page it comes from. */
export function pageAccountHeader(): Readonly<Record<string, string>> {
  return headers;
}

/** An address that the browser loads by itself, and so without headers, with whose page it stands on. */
export function withPageAccount(path: string): string {
  return query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
}
