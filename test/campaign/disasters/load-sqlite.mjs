// Fifty people at once on a studio that keeps its data in SQLite.
import { load } from "../load.mjs";

export const about =
  "fifty people, an answer a second each, ten seconds a round, on SQLite; nothing is lost or misplaced";
export const defaultRounds = 60; // ten minutes
export const testRounds = 1;

export const run = load;
