// What the packages export and the command as built, through which the tests beside this file open stored files. Whoever
// moves a package changes this file only.
import { fileURLToPath } from "node:url";
import * as labDoor from "@xpal/lab";
import { planKey } from "../../packages/lab/dist/plan/planned-runs.js";
import { learningTask } from "../../packages/lab/dist/replay/learning-task.js";
import { LearningTestPart } from "../../packages/lab/dist/replay/learning-test-part.js";

export * as data from "@xpal/data";
export * as core from "xpal";

/** The laboratory's door, and what the door does not offer. */
export const lab = { ...labDoor, planKey, learningTask, LearningTestPart };

/** The built command. */
export const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
