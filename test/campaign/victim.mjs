// A studio in a process of its own, to be killed: it says its address when it listens.
import { writeSync } from "node:fs";
import { startStudio } from "@xpal/studio";

const [dataDir, port] = process.argv.slice(2);
const studio = await startStudio({ dataDir, port: Number(port) });
writeSync(1, `${studio.url}\n`);
