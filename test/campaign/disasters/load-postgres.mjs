// Fifty people at once on a studio that keeps its data in PostgreSQL.
import { load } from "../load.mjs";
import { startPostgres } from "../postgres-victim.mjs";

export const about =
  "fifty people, an answer a second each, ten seconds a round, on PostgreSQL; nothing is lost or misplaced";
export const defaultRounds = 60; // ten minutes
export const testRounds = 1;

export async function run(options) {
  const postgres = await startPostgres();
  try {
    return await load({ ...options, database: postgres.url });
  } finally {
    await postgres.stop();
  }
}
