// A studio in a process of its own, to be killed: it says its address when it listens.
import { writeSync } from "node:fs";
import { startStudio } from "@xpal/studio";
import { placeOf } from "../../packages/store/test/folder-store.mjs";

const [dataDir, port] = process.argv.slice(2);
const studio = await startStudio({ ...(await placeOf(dataDir)), port: Number(port) });
writeSync(1, `${studio.url}\n`);
