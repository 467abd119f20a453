// A studio's data folder, project files and a model that version 0.1.0 wrote, opened over HTTP by the studio as built.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  FILES,
  inCopy,
  modelSays,
  projectSays,
  rebuiltSays,
  stored,
  studioSays,
  unpackedProject,
  withStudio,
  xpal,
} from "./openings.mjs";

interface Said {
  readonly projects: readonly { readonly id: string; readonly title: string }[];
  readonly said: readonly { readonly project: { readonly id: string } }[];
}
interface Asked {
  readonly body: { readonly to?: number; readonly asked?: { readonly from: string; readonly predicted?: number } };
}
const says = withoutCsv(stored<Said>("studio/says.json"));
const saidOf = (title: string) => says.said[says.projects.findIndex((project) => project.title === title)];

/** Version 0.1.0 rewrote cells on their way into CSV and had fewer columns; the tests of exports hold what it is now. */
function withoutCsv({ projects, said }: Said): Said {
  return { projects, said: said.map(({ csv: _, ...one }: Said["said"][number] & { readonly csv?: string }) => one) };
}

describe("a stored data folder", () => {
  test("folds to the same answers, asks the same and predicts the same", () =>
    inCopy("studio/data", async (dataDir) => {
      const { projects, said } = (await studioSays({ dataDir })) as Said;
      const byId = (id: string) => projects.findIndex((project) => project.id === id); // the last used comes first now
      const order = says.projects.map(({ id }) => byId(id));
      expect(order.map((at) => projects[at])).toMatchObject(says.projects);
      expect(order.map((at) => comparable(said[at]))).toMatchObject(says.said.map(comparable));
    }));

  test("judges audits by what had been predicted when they were asked, not by the model of now", () =>
    inCopy("studio/data", (dataDir) =>
      withStudio({ dataDir }, async (client) => {
        const path = `/api/projects/${saidOf("Fruit").project.id}`;
        const { events } = (await client.get(path)) as { events: Asked[] };
        const audits = events.flatMap(({ body }) => (body.asked?.from === "audit" ? [body] : []));
        const wrong = audits.filter(({ to, asked }) => asked?.predicted !== undefined && asked.predicted !== to).length;
        expect([audits.length, wrong]).toEqual([3, 1]);
        const { audit } = (await client.get(`${path}/model`)) as { audit: object };
        expect(audit).toMatchObject({ count: 3, value: 1 / 3 });
      }),
    ));

  test("is sound, for the library and for the command", () =>
    inCopy("studio/data", async (dataDir) => {
      const sound = { faults: [], repaired: [], overtaken: 0 };
      const projects = stored<object[]>("studio/rebuilt.json").map((project) => ({ ...project, ...sound }));
      expect(await rebuiltSays(dataDir)).toEqual(projects);
      expect(xpal(dataDir, ["studio", "rebuild", "--data-dir", ".", "--json"])).toEqual({ code: 0, out: { projects } });
    }));

  test("gives out project files as it did", () =>
    inCopy("studio/data", (dataDir) =>
      withStudio({ dataDir }, async (client) => {
        for (const [title, name] of [
          ["Fruit", "fruit.xpal"],
          ["Shapes", "shapes.xpal"],
        ]) {
          const given = await client.bytes(`/api/projects/${saidOf(title).project.id}/file`);
          expect(unpackedProject(given)).toEqual(unpackedProject(readFileSync(join(FILES, "studio", name))));
        }
      }),
    ));

  test("takes further answers, also an undo of a stored one", () =>
    inCopy("studio/data", (dataDir) =>
      withStudio({ dataDir }, async (client) => {
        const path = `/api/projects/${saidOf("Fruit").project.id}`;
        const at = "2026-02-02T09:00:00.000Z";
        const events = [
          { id: "later-undo", kind: "undo", at, body: { of: "answer-ann-17", by: "Ann" } },
          { id: "later-answer", kind: "answer", at, body: { item: 17, to: 0, was: null, by: "Ben O'Neil" } },
        ];
        expect(await client.post(`${path}/events`, { events })).toMatchObject({
          results: [{ refusal: null }, { refusal: null }],
        });
      }),
    ));
});

describe("a stored project file", () => {
  test.each([
    ["Fruit", "fruit.xpal"],
    ["Shapes", "shapes.xpal"],
  ])("becomes its project in another studio: %s", (title, name) =>
    inCopy(null, (dataDir) =>
      withStudio({ dataDir }, async (client) => {
        const { project } = await client.upload(name, readFileSync(join(FILES, "studio", name)));
        expect(comparable((await projectSays(client, project)) as object)).toMatchObject(comparable(saidOf(title)));
      }),
    ),
  );

  test("can be named when the studio is started", () =>
    inCopy(null, (dataDir) =>
      withStudio({ dataDir, file: join(FILES, "studio/fruit.xpal") }, async (client) => {
        expect(await client.get("/api/projects")).toMatchObject([{ id: saidOf("Fruit").project.id }]);
      }),
    ));
});

test("a model that the studio gave out is read by the library, which writes it again as it was", async () => {
  const json = stored<object>("studio/fruit.model.json");
  const { written, ...said } = await modelSays(json, "new-mixed.csv");
  expect(said).toEqual(stored("studio/model-says.json"));
  expect(written).toEqual(json);
});

/**
 * What a project says, as far as later versions say the same: exports and model files, given by their hashes, have further
 * columns, audits are judged by what the page had predicted of them, and sums in another order may differ in the last digits
 * of a double.
 */
function comparable(said: object): object {
  const { csv: _, modelFile: __, model, ...rest } = said as Record<string, unknown>;
  const { audit: ___, confusion: ____, ...kept } = (model ?? {}) as Record<string, unknown>;
  return JSON.parse(
    JSON.stringify({ ...rest, model: kept }, (_key, value) =>
      typeof value === "number" ? Number(value.toPrecision(12)) : value,
    ),
  );
}
