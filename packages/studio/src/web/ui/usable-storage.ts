// Where a browser does not let a page store anything (cookies blocked, some private windows), reading `localStorage` throws.
// Imported first: there both storages are replaced by ones in memory, so that the page opens and can say what is wrong.

/** Replaces the storages of a page that may not be read. */
export function makeStorageUsable(page: Pick<Window, "localStorage" | "sessionStorage">): void {
  for (const name of ["localStorage", "sessionStorage"] as const) {
    try {
      void page[name].length;
    } catch {
      Object.defineProperty(page, name, { value: memoryStorage(), configurable: true });
    }
  }
}

function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (at) => [...entries.keys()][at] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, String(value)),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

if (typeof window !== "undefined") makeStorageUsable(window);
