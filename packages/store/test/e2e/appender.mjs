// The victim of kill.test.ts: appends events as fast as it can and says each id only after it was acknowledged.
import { writeSync } from "node:fs";
import { openStore } from "@xpal/store";

const [url, round] = process.argv.slice(2);
const store = await openStore(url);
for (let i = 0; ; i++) {
  const id = `${round}-${i}`;
  await store.events.append("p", [{ id, kind: "answer", at: "2026-01-31T12:00:00.000Z", body: { i } }]);
  writeSync(1, `${id}\n`);
}
