// The keys of a terminal for several loops, one after the other: a loop that ends leaves the keys that follow to the next.
import type { Keys } from "./keys.ts";

/** Keys that go on where the last loop stopped, and how to end them. */
export function sharedKeys(keys: Keys): { readonly keys: Keys; end(): Promise<void> } {
  const iterator = keys[Symbol.asyncIterator]();
  return {
    // Without `return`, which a loop would call when it ends.
    keys: { ...keys, [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) },
    async end() {
      await iterator.return?.();
    },
  };
}
