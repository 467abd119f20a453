// One PostgreSQL on this machine for the whole run; folder-store.mjs makes a database on it for each folder.
import { startPostgres } from "../../packages/store/test/contract/postgres-server.ts";

export default async function startServer(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env.XPAL_TEST_POSTGRES = await server.database("folders"); // the processes of the tests inherit it
  return () => server.stop();
}
