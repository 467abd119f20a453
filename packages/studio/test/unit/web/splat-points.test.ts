import { describe, expect, test } from "vitest";
import { CHOSEN, RINGED, type Splat, splatPoints } from "../../../src/web/map/draw/splat-points.ts";

const [WIDTH, HEIGHT] = [20, 10];

function drawn(splat: Partial<Splat> & Pick<Splat, "xs" | "ys" | "looks">): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  splatPoints(pixels, WIDTH, HEIGHT, { scale: 1, x: 0, y: 0, ratio: 1, ...splat });
  return pixels;
}

const at = (pixels: Uint8ClampedArray, x: number, y: number) => [...pixels.slice((y * WIDTH + x) * 4).slice(0, 4)];
const inked = (pixels: Uint8ClampedArray) =>
  Array.from({ length: WIDTH * HEIGHT }, (_, i) => i).filter((i) => pixels[i * 4 + 3] > 0);

describe("points in pixels", () => {
  test("lie where the camera puts them, in their colour", () => {
    const pixels = drawn({ xs: [0.5], ys: [-0.25], looks: Uint8Array.of(10, 200, 30, 4), scale: 8, x: 6, y: 7 });
    // The centre is 0.5 * 8 + 6 = 10 and -0.25 * 8 + 7 = 5; four pixels wide.
    expect(at(pixels, 10, 5)).toEqual([10, 200, 30, Math.round(0.88 * 255)]);
    const found = inked(pixels);
    expect([...new Set(found.map((i) => i % WIDTH))]).toEqual(
      [8, 9, 10, 11].filter((x) => found.some((i) => i % WIDTH === x)),
    );
    expect(Math.min(...found.map((i) => Math.floor(i / WIDTH)))).toBe(3);
    expect(Math.max(...found.map((i) => Math.floor(i / WIDTH)))).toBe(6);
  });
  test("are cut at the edges and left out beyond them", () => {
    const looks = Uint8Array.of(1, 2, 3, 6, 1, 2, 3, 6, 1, 2, 3, 6);
    const pixels = drawn({ xs: [0, 400, -9], ys: [0, 5, 5], looks });
    expect(at(pixels, 0, 0)[3]).toBeGreaterThan(0);
    expect(inked(pixels).every((i) => i % WIDTH < 4 && i / WIDTH < 4)).toBe(true);
  });
  test("of a larger size lie on top, whatever their order", () => {
    const looks = Uint8Array.of(255, 0, 0, 8, 0, 0, 255, 4);
    const [red, , blue] = at(drawn({ xs: [10, 10], ys: [5, 5], looks }), 10, 5);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(40);
  });
  test("cover what is below by their opacity", () => {
    const looks = Uint8Array.of(0, 0, 0, 4, 100, 100, 100, 4);
    // Below 0.88 black, above 0.88 of 100: alpha 1 - 0.12^2, colour 100 * 0.88 / alpha.
    expect(at(drawn({ xs: [10, 10], ys: [5, 5], looks }), 10, 5)).toEqual([89, 89, 89, 251]);
  });
  test("are outlined where they are labelled or chosen, and keep their own colour inside", () => {
    const outlines = { ringed: [1, 1, 1], chosen: [2, 2, 2] };
    for (const [mark, grey] of [
      [RINGED, 1],
      [CHOSEN, 2],
    ]) {
      const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
      const looks = Uint8Array.of(250, 0, 0, mark + 4);
      splatPoints(pixels, WIDTH, HEIGHT, { xs: [10], ys: [5], looks, scale: 1, x: 0, y: 0, ratio: 1 }, outlines);
      expect(at(pixels, 10, 5)[0]).toBeGreaterThan(200);
      // Three pixels left of the centre: outside of the point, whose radius is 2, and inside of its outline.
      expect(at(pixels, 7, 5).slice(0, 3)).toEqual([grey, grey, grey]);
    }
  });
});
