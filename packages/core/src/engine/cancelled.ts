// The rejections of questions that their caller has taken back.
import { XpalError } from "../error.ts";

/** The error with the code "cancelled". */
export function cancelled(): XpalError {
  return new XpalError("cancelled", {
    who: "suggest",
    argument: "signal",
    rule: "was aborted; nothing is lost, ask again to go on",
  });
}

/** The same for a question to a session that is closed before the answer has come. */
export function closed(): XpalError {
  return new XpalError("cancelled", {
    who: "engine",
    argument: "the session",
    rule: "was closed before the question was answered",
    wayOut: "wait for answers before you close a learner",
  });
}
