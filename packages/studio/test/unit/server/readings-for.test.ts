import { expect, test } from "vitest";
import { readingsFor } from "../../../src/server/exchange/readings-for.ts";
import type { ProjectAbout } from "../../../src/server/projects/project-about.ts";

const ways = (reading: ProjectAbout["reading"]) => readingsFor({ reading } as ProjectAbout);

test("rows for a project from before its reading was kept are read by what the file says", () => {
  expect(ways({})).toEqual([{}]);
});

test("what was chosen for the project's file comes first, and its decimal mark always counts", () => {
  expect(ways({ header: false, separator: ";", decimal: "," })).toEqual([
    { separator: ";", decimal: "," },
    { separator: ";", decimal: ",", header: false },
    { decimal: "," },
    { decimal: ",", header: false },
  ]);
});
