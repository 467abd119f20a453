// Reads that are asked for one by one and made together: each round trip to a database costs more than what it fetches.

/**
 * Collects keys; `read` fetches some of them at once, one call at a time. A key is read by a call that begins after it was
 * asked for, so nobody gets what was there before.
 * @param most Keys of one call.
 */
export function readTogether<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
  most: number,
): (key: Key) => Promise<Value> {
  const waiting: { readonly key: Key; done(value: Value): void; failed(error: unknown): void }[] = [];
  let isReading = false;
  const readAll = async () => {
    isReading = true;
    await null; // what is asked for at the same time comes along
    while (waiting.length > 0) {
      const asked = waiting.splice(0, most);
      try {
        const values = await read(asked.map(({ key }) => key));
        for (const [at, { done }] of asked.entries()) done(values[at]);
      } catch (error) {
        for (const { failed } of asked) failed(error);
      }
    }
    isReading = false;
  };
  return (key) =>
    new Promise((done, failed) => {
      waiting.push({ key, done, failed });
      if (!isReading) void readAll();
    });
}
