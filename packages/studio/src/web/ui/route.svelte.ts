// Where the person is: the address decides, links go through `go`.

export const route = $state({ path: location.pathname });

/** Goes to another page without loading again. */
export function go(path: string): void {
  history.pushState(null, "", path);
  route.path = path;
  window.scrollTo(0, 0);
}

addEventListener("popstate", () => {
  route.path = location.pathname;
});

/** A click on a link of our own, unless a new window was asked for. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const own = link !== null && link.origin === location.origin && !link.hasAttribute("download") && link.target === "";
  if (!own || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname);
}
