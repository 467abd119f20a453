// What commands say of runs that another version of xpal has left in a store.
import { type Experiment, otherVersions } from "@xpal/lab";
import { amount } from "../terminal/amount.ts";

/** The versions of xpal that the runs are of, where it is not this one: a member for programs. */
export function versionsOf(experiment: Experiment): { readonly versions?: ReturnType<typeof otherVersions> } {
  const versions = otherVersions(experiment);
  return versions.length === 0 ? {} : { versions };
}

/** The same as a line for people. */
export function versionRemarks(experiment: Experiment): string[] {
  const texts = otherVersions(experiment).map(({ version, runs }) => `${amount(runs, "run")} of xpal ${version}`);
  return texts.length === 0 ? [] : [`The report has ${texts.join(", ")}; take a new store to run all of them again.`];
}
