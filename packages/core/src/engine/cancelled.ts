// The rejection of a question whose caller has taken it back.
import { XpalError } from "../error.ts";

/** The error with the code "cancelled", for a question to a session that is closed before the answer has come. */
export function closed(): XpalError {
  return new XpalError("cancelled", {
    who: "engine",
    argument: "the session",
    rule: "was closed before the question was answered",
    wayOut: "wait for answers before you close a learner",
  });
}
