// Makes an opened database a store of this version, or refuses it.
import { type Connection, guarded } from "./connection.ts";
import { StoreError } from "./store-error.ts";
import { migrate, VERSION } from "./tables.ts";

/** Creates or migrates the tables; a store of a later version is refused untouched. */
export async function setUp(who: string, connection: Connection): Promise<void> {
  await guarded(connection, who, async () => {
    await connection.checkOurs();
    await connection.alone(async (db) => {
      const found = await db.selectFrom("version").select("version").where("id", "=", 1).executeTakeFirst();
      const version = found?.version ?? 0;
      if (version > VERSION) {
        throw new StoreError("wrong-version", {
          who,
          argument: "url",
          rule: `must name a store of version ${VERSION} or older`,
          value: version,
          wayOut: "use a newer release of this program",
        });
      }
      if (version === VERSION) return;
      await migrate(db, connection.types, version);
      await db
        .insertInto("version")
        .values({ id: 1, version: VERSION })
        .onConflict((clash) => clash.column("id").doUpdateSet({ version: VERSION }))
        .execute();
    });
  });
}
