// Images that join a project under names that it uses for other images: each item shows its own.
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
beforeAll(async () => {
  studio = await testStudio();
});
afterAll(() => studio?.stop());

type Colour = readonly [r: number, g: number, b: number];

/** A zip of images of one colour each. */
async function zipOf(colours: readonly Colour[]): Promise<Uint8Array<ArrayBuffer>> {
  const files: Record<string, Uint8Array> = {};
  for (const [at, [r, g, b]] of colours.entries()) {
    const image = sharp({ create: { width: 12, height: 12, channels: 3, background: { r, g, b } } });
    files[`day/${at + 1}.png`] = new Uint8Array(await image.png().toBuffer());
  }
  return zipSync(files) as Uint8Array<ArrayBuffer>;
}

async function upload(colours: readonly Colour[]): Promise<string> {
  return ((await (await studio.upload("images.zip", await zipOf(colours))).json()) as { import: string }).import;
}

/** The colour that the page shows for each item. */
async function shownColours(project: string): Promise<Colour[]> {
  const text = await (await studio.raw(`/api/projects/${project}/export/jsonl`)).text();
  const { project: info } = await studio.get<{ project: { view: { image: string } } }>(`/api/projects/${project}`);
  const names = text
    .trim()
    .split("\n")
    .map((line) => String(JSON.parse(line)[info.view.image]));
  return Promise.all(
    names.map(async (name): Promise<Colour> => {
      const response = await studio.raw(`/api/projects/${project}/image?name=${encodeURIComponent(name)}`);
      const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [data[0], data[1], data[2]];
    }),
  );
}

test("an added item showed the image of another item that has the same file name", async () => {
  const monday: Colour[] = [
    [250, 0, 0],
    [0, 250, 0],
    [0, 0, 250],
  ];
  const tuesday: Colour[] = [
    [250, 0, 0],
    [250, 250, 0],
    [0, 250, 250],
  ]; // the first is the same image
  const first = await upload(monday);
  const choice = { title: "days", label: null, classes: ["warm", "cold"], roles: {}, pixels: null };
  const { project } = await studio.post<{ project: string }>(`/api/imports/${first}/project`, {
    ...choice,
    keepLabels: true,
    dropDuplicates: false,
  });
  const second = await upload(tuesday);
  const report = await studio.get(`/api/imports/${second}/rows?project=${project}`);
  expect(report).toMatchObject({ rows: 3, added: 2, repeats: 1, renamed: 2 });
  expect(await studio.post(`/api/imports/${second}/rows`, { project })).toEqual(report);
  expect(await shownColours(project)).toEqual([...monday, tuesday[1], tuesday[2]]);

  // Two people at the same moment, with the same names again.
  const others: Colour[][] = [[[90, 0, 90]], [[0, 90, 90]]];
  const imports = await Promise.all(others.map(upload));
  await Promise.all(imports.map((id) => studio.post(`/api/imports/${id}/rows`, { project })));
  const last = (await shownColours(project)).slice(5);
  expect(last.sort()).toEqual(others.flat().sort());

  const again = await upload(tuesday);
  expect(await studio.post(`/api/imports/${again}/rows`, { project })).toMatchObject({ added: 0, repeats: 3 });
});
