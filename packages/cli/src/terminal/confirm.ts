// A question that is answered by yes or no.
import type { Terminal } from "./terminal.ts";

/** Asks a person; whatever is not a plain yes is a no. The caller has made sure that a person is there. */
export async function confirm({ out, keys }: Pick<Terminal, "out" | "keys">, question: string): Promise<boolean> {
  out.write(`${question} [y/N] `);
  for await (const key of keys) {
    const isYes = key === "y" || key === "Y";
    out.write(isYes ? "yes\n" : "no\n");
    return isYes;
  }
  out.write("\n");
  return false;
}
