// Packages that only some people need are not installed with the command; whoever calls what needs one is asked to install it.
import { XpalError } from "@xpal/core";

/**
 * What an optional package exports.
 * @param command What the person called, such as "xpal bridge".
 * @throws XpalError with the npm command if the package is not installed.
 */
export async function optionalPackage<T>(command: string, name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(`'${name}'`)) throw error;
    throw new XpalError("bad-state", {
      who: command,
      argument: `the package ${name}`,
      rule: "is not installed",
      wayOut: `run npm install ${name}`,
    });
  }
}

/** The lab on many machines. */
export function queuePackage() {
  return optionalPackage("xpal", "@xpal/queue", () => import("@xpal/queue"));
}

/** Label Studio and Argilla. */
export function bridgesPackage() {
  return optionalPackage("xpal bridge", "@xpal/bridges", () => import("@xpal/bridges"));
}
