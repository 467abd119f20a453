// A project file that comes to a studio which has the project already.
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

let home: TestStudio;
let away: TestStudio;
let project: string;
beforeAll(async () => {
  [home, away] = await Promise.all([testStudio(), testStudio()]);
  ({ project } = await home.post<{ project: string }>("/api/demos", { name: "iris" }));
});
afterAll(async () => {
  await home?.stop();
  await away?.stop();
});

const answer = (studio: TestStudio, item: number) =>
  studio.post(`/api/projects/${project}/events`, { events: [answerEvent(item, 0)] });

/** What a studio says to the file of another. */
async function bring(from: TestStudio, to: TestStudio): Promise<{ project?: string; message?: string }> {
  const file = await (await from.raw(`/api/projects/${project}/file`)).arrayBuffer();
  return (await (await to.upload("iris.xpal", file)).json()) as { project?: string; message?: string };
}

test("answers of a file were silently left out where the studio's own project had as many of its own", async () => {
  await answer(home, 1);
  expect(await bring(home, away)).toEqual({ project });
  expect(await bring(home, away)).toEqual({ project }); // all of it is there
  await answer(home, 2);
  expect((await bring(home, away)).message).toMatch(
    /^this studio has an older state of the project, without 1 of the \d+ changes/,
  );
  await answer(away, 3);
  await answer(away, 4);
  expect(await bring(home, away)).toEqual({
    code: "conflict",
    message: expect.stringMatching(
      /^this studio has another state of the project, without 1 of the \d+ changes in the file/,
    ),
  });
});

/** What a studio says to a file in which something was changed. */
async function bringChanged(change: (file: { id: string; about: { classes: string[] } }) => void) {
  const packed = new Uint8Array(await (await home.raw(`/api/projects/${project}/file`)).arrayBuffer());
  const file = JSON.parse(gunzipSync(packed).toString());
  change(file);
  const response = await away.upload("iris.xpal", gzipSync(JSON.stringify(file)));
  return { status: response.status, ...((await response.json()) as { message?: string }) };
}

test("a file made a project that no browser can open, since its id has slashes", async () => {
  for (const id of ["../../../x", "a/b", "a b", "", "x".repeat(65)]) {
    const said = await bringChanged((file) => void Object.assign(file, { id }));
    expect(said).toMatchObject({ status: 400, message: "the file must be a project that the studio exported" });
  }
});

test("a file of 9,999 classes made a project without a next question", async () => {
  const classes = Array.from({ length: 9999 }, (_, at) => `class ${at}`);
  const said = await bringChanged((file) => void Object.assign(file.about, { classes }));
  expect(said).toMatchObject({ status: 400, message: "the file has 9999 classes, but a project has at most 1000" });
});
