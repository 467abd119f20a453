// What a call answers when it rejects: its one sentence. Anything but an XpalError fails the test.
import { expect } from "vitest";
import { XpalError } from "../src/index.ts";

/** The sentence with which a call rejects. */
export function rejection(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return sentence(error);
  }
  return expect.unreachable("the call was not rejected");
}

/** The same for a call that answers later. */
export async function laterRejection(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
  } catch (error) {
    return sentence(error);
  }
  return expect.unreachable("the call was not rejected");
}

function sentence(error: unknown): string {
  if (!(error instanceof XpalError)) throw error;
  expect(error.message).not.toContain("\n");
  return error.message;
}
