// The key or token of another program: as an option, from a file, or from the environment. On the command line other people of
// the machine can read it, so the help offers the other two first.
import { XpalError } from "@xpal/core";
import { readText } from "../annotation/annotator-key.ts";

/** Where a secret may be. */
export interface SecretPlaces {
  readonly option: string;
  readonly given: string | undefined;
  readonly fileOption: string;
  readonly file: string | undefined;
  readonly variable: string;
}

/**
 * The secret.
 * @throws XpalError if no secret was given, or if it contains white space.
 */
export function secretOption({ option, given, fileOption, file, variable }: SecretPlaces): string {
  const [argument, text] =
    given !== undefined
      ? [option, given]
      : file !== undefined
        ? [fileOption, readText(fileOption, file)]
        : [variable, process.env[variable] ?? ""];
  const secret = text.trim();
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  const none = given === undefined && file === undefined && secret === "";
  throw new XpalError("bad-argument", {
    who: "xpal",
    argument: none ? option : argument,
    rule: none ? "must be given" : "must hold one line without spaces",
    wayOut: `set ${variable}, or name a file by ${fileOption}`,
  });
}
