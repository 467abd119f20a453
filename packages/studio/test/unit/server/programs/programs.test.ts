import { setTimeout as later } from "node:timers/promises";
import { expect, test } from "vitest";
import { classInfos } from "../../../../src/protocol/classes.ts";
import type { ProgramParts } from "../../../../src/server/programs/program-run.ts";
import { Programs } from "../../../../src/server/programs/programs.ts";
import type { OpenProject } from "../../../../src/server/projects/open-project.ts";
import { StudioSecret } from "../../../../src/server/studio-secret.ts";
import { startStandIn } from "../../../e2e/stand-in-program.ts";
import { fact, stateOfTwo } from "../team-state.ts";

/** A project of two texts that Ann has answered. */
function project(): OpenProject {
  const names = ["bug", "question"];
  const state = stateOfTwo(0, names);
  state.facts.set(0, fact("Ann", 0)).set(1, fact("Ann", 1));
  const about = { classes: names, truth: null, recipe: { columns: [{ name: "text", role: "text" }] } };
  const table = { columns: [{ name: "text", type: "text", values: ["crash", "how to"] }] };
  const parts = { state, about, table, classes: classInfos(state), itemCount: 2, hear: () => {} };
  return parts as unknown as OpenProject;
}

/** Records that are read and written with a delay, as over a network. */
function slowRecords(): ProgramParts["store"] {
  let kept: { value: unknown; revision: number } | undefined;
  const get = async () => {
    await later(5);
    return structuredClone(kept);
  };
  const put = async (_: string, __: string, value: unknown) => {
    await later(5);
    kept = { value: structuredClone(value), revision: (kept?.revision ?? 0) + 1 };
    return kept.revision;
  };
  const list = async () => (kept === undefined ? [] : [{ key: "tickets", ...structuredClone(kept) }]);
  return { records: { get, put, list } } as unknown as ProgramParts["store"];
}

function programsOn(store: ProgramParts["store"], openProject: OpenProject, secret = "x".repeat(32)): Programs {
  return new Programs({
    store,
    openProjects: { of: async () => openProject } as unknown as ProgramParts["openProjects"],
    clock: () => new Date(),
    log: () => {},
    secret: new StudioSecret(secret),
    onAnswers: async () => {},
  });
}

test("of two programs that were begun at once, the first was not stopped, by the second or at the end", async () => {
  const standIn = await startStandIn(() => ({ said: "bug", delayMs: 600_000 }));
  const programs = programsOn(slowRecords(), project());
  const request = { endpoint: standIn.endpoint, model: "twice", count: 4 };
  await Promise.all([programs.begin("tickets", request), programs.begin("tickets", request)]);
  await expect.poll(() => standIn.underWay).toBe(2);
  await programs.close();
  await expect.poll(() => standIn.underWay).toBe(0);
  await standIn.stop();
});

test("the key of an LLM assistant lay in the database as it is: it is encrypted there, and used", async () => {
  const standIn = await startStandIn(() => ({ said: "bug" }));
  const store = slowRecords();
  const programs = programsOn(store, project());
  const request = { endpoint: standIn.endpoint, model: "keyed", count: 4 };
  await programs.begin("tickets", { ...request, key: "sk-told-once" });
  await expect.poll(() => standIn.asked.at(-1)?.key).toBe("Bearer sk-told-once");
  await programs.close();
  expect(JSON.stringify(await store.records.list("program"))).not.toContain("sk-told-once");
  const count = standIn.asked.length;
  // With the key that was given before, and as another model, which has judged no item yet.
  await programs.begin("tickets", { ...request, model: "keyed-too" });
  await expect.poll(() => standIn.asked.slice(count).at(-1)?.key).toBe("Bearer sk-told-once");
  await programs.close();

  const other = programsOn(store, project(), "y".repeat(32));
  const before = await store.records.list("program");
  expect(await other.countUnreadableKeys()).toBe(1);
  await expect(other.begin("tickets", request)).rejects.toThrow(/was encrypted with another secret; enter it again/);
  expect(await store.records.list("program")).toEqual(before); // nothing is overwritten
  await other.begin("tickets", { ...request, model: "another", key: "sk-entered-anew" });
  await expect.poll(() => standIn.asked.at(-1)?.key).toBe("Bearer sk-entered-anew");
  expect(await other.countUnreadableKeys()).toBe(0);
  await other.close();
  await standIn.stop();
});
