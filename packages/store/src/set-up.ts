// Makes an opened database a store of this version, or rejects it.
import { type Connection, guarded } from "./connection.ts";
import { StoreError } from "./store-error.ts";
import { createTables, VERSION } from "./tables.ts";

/** Creates the tables of a new store; a store of another version is rejected untouched. */
export async function setUp(who: string, connection: Connection): Promise<void> {
  await guarded(connection, who, async () => {
    await connection.checkOurs();
    await connection.alone(async (db) => {
      const found = await db.selectFrom("version").select("version").where("id", "=", 1).executeTakeFirst();
      if (found?.version === VERSION) return;
      if (found !== undefined) {
        throw new StoreError("wrong-version", {
          who,
          argument: "url",
          rule: `must name a store of version ${VERSION}`,
          value: found.version,
          wayOut: "use the release of this program that wrote it",
        });
      }
      await createTables(db, connection.types);
      await db.insertInto("version").values({ id: 1, version: VERSION }).execute();
    });
  });
}
