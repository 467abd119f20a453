import { expect, test } from "vitest";
import { auditWords } from "../../../src/web/people/audit-words.ts";

const projects = [
  { id: "p1", title: "Letters" },
  { id: "p2", title: "Reports of {2026}" },
];

test("the audit trail tells what changed of a person in words, not as JSON with ids", () => {
  const said = (change: object) => auditWords(`Ann B. ${JSON.stringify(change)}`, projects);
  expect(said({ role: "reviewer" })).toBe(": Ann B. (now reviewer)");
  expect(said({ projects: ["p1", "p2", "gone"] })).toBe(": Ann B. (projects: Letters, Reports of {2026}, gone)");
  expect(said({ projects: [] })).toBe(": Ann B. (no project)");
  expect(said({ active: false, logOut: true })).toBe(": Ann B. (may no longer log in; logged out everywhere)");
  expect(auditWords(`Ann ${JSON.stringify({ projects: new Array(90).fill("p1") }).slice(0, 300)}`, projects)).toBe(
    ": Ann",
  );
});

test("the audit trail names projects and leaves other words as they are", () => {
  expect(auditWords("p2", projects)).toBe(": Reports of {2026}");
  expect(auditWords("annotator Carol {x}", projects)).toBe(": annotator Carol {x}");
  expect(auditWords("01234567-89ab-cdef-0123-456789abcdef csv", projects)).toBe(": a project that is gone csv");
  expect(auditWords(null, projects)).toBe("");
});
