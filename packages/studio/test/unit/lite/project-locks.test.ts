import { expect, test } from "vitest";
import { projectLocks } from "../../../src/lite/project-locks.ts";

/** Locks of one browser that all tabs share; a lock is granted later, as a browser does, and waited for until it is given back. */
function browserLocks(): LockManager {
  const queues = new Map<string, Promise<unknown>>();
  const request = (name: string, { signal }: LockOptions, work: () => Promise<unknown>) => {
    const before = queues.get(name) ?? Promise.resolve();
    const rejected = new Promise<never>((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
    let isGranted = false;
    const granted = before.then(() => {
      isGranted = true;
      return signal?.aborted ? undefined : work();
    });
    queues.set(
      name,
      granted.catch(() => {}),
    );
    return Promise.race([granted, rejected.catch((error) => (isGranted ? granted : Promise.reject(error)))]);
  };
  return { request } as unknown as LockManager;
}

test("two requests of one tab at once took each other for another tab", async () => {
  const tab = projectLocks(browserLocks());
  expect(await Promise.all([tab.take("p"), tab.take("p")])).toEqual([true, true]);
});

test("a project is free again for other tabs when it was released", async () => {
  const locks = browserLocks();
  const [first, second] = [projectLocks(locks), projectLocks(locks)];
  await Promise.all([first.take("p"), first.take("p")]);
  expect(await second.take("p")).toBe(false);
  first.release("p");
  expect(await second.take("p")).toBe(true);
});
