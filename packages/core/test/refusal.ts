// What a call answers when it refuses: its one sentence. Anything but an XpalError fails the test.
import { expect } from "vitest";
import { XpalError } from "../src/index.ts";

/** The sentence with which a call refuses. */
export function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return sentence(error);
  }
  return expect.unreachable("the call was not refused");
}

/** The same for a call that answers later. */
export async function laterRefusal(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    return sentence(error);
  }
  return expect.unreachable("the call was not refused");
}

function sentence(error: unknown): string {
  if (!(error instanceof XpalError)) throw error;
  expect(error.message).not.toContain("\n");
  return error.message;
}
