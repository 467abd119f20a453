// The victim of kill.test.ts: a server on the folder it is told; it says its address when it listens.
import { writeSync } from "node:fs";
import { startStudio } from "@xpal/studio";
import { placeOf } from "../../../store/test/folder-store.mjs";

const studio = await startStudio({ ...(await placeOf(process.argv[2])), port: 0 });
writeSync(1, `${studio.url}\n`);
