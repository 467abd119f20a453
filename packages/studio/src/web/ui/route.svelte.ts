// Where the person is: the address decides, links go through `go`. A page that is served as files, or is one, keeps its
// place behind the #, since no server would know the paths.
import { host } from "./host.ts";

const isHash = host().addresses === "hash";

export const route = $state({ path: pathNow() });

/** What a link to a page of ours must point to. */
export function addressOf(path: string): string {
  return isHash ? `#${path}` : path;
}

/** Goes to another page without loading again. */
export function go(path: string): void {
  history.pushState(null, "", addressOf(path));
  route.path = path;
  window.scrollTo(0, 0);
}

addEventListener("popstate", () => {
  route.path = pathNow();
});

/** A click on a link of our own, unless a new window was asked for. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const own = link !== null && link.origin === location.origin && !link.hasAttribute("download") && link.target === "";
  if (!own || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(isHash ? link.hash.slice(1) || "/" : link.pathname);
}

function pathNow(): string {
  return isHash ? location.hash.slice(1) || "/" : location.pathname;
}
