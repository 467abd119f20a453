import { expect, test } from "vitest";
import { optionalPackage } from "../../src/optional-package.ts";

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /somewhere`), { code: "ERR_MODULE_NOT_FOUND" });

test("a command asks for the package that it lacks by the npm command", async () => {
  const load = () => optionalPackage("xpal worker", "@xpal/queue", () => Promise.reject(missing("@xpal/queue")));
  await expect(load()).rejects.toThrow(
    "xpal worker: the package @xpal/queue is not installed; run npm install @xpal/queue",
  );
});

test("a package that is installed but broken is not called missing", async () => {
  const load = () => optionalPackage("xpal worker", "@xpal/queue", () => Promise.reject(missing("bullmq")));
  await expect(load()).rejects.toThrow("Cannot find package 'bullmq'");
});
