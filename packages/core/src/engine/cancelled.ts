// The refusal of a question that its caller has taken back.
import { XpalError } from "../error.ts";

/** The error with the code "cancelled". */
export function cancelled(): XpalError {
  return new XpalError("cancelled", {
    who: "suggest",
    argument: "signal",
    rule: "was aborted; nothing is lost, ask again to go on",
  });
}
