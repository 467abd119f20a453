// Draws all points in a thread of its own and hands back an image, so that the page never waits for 20,000 of them.
import { pagePort, serve } from "@xpal/core/calls";
import { splatPoints } from "./splat-points.ts";

/** What the page asks. Places and looks are kept until they are sent again. */
export interface PointCalls {
  places(places: Places): void;
  looks(looks: { readonly looks: Uint8Array; readonly outlines: Outlines }): void;
  draw(wanted: ImageWanted): ImageBitmap;
}

interface Places {
  readonly xs: Float32Array;
  readonly ys: Float32Array;
}

/** The colours of the outlines: they must stand out from the page, light or dark. */
export type Outlines = Readonly<Record<"ringed" | "chosen", readonly number[]>>;

/** An image to draw, in device pixels. */
export interface ImageWanted {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly ratio: number;
}

let places: Places = { xs: new Float32Array(), ys: new Float32Array() };
let looks = new Uint8Array();
let outlines: Outlines | undefined;

// The page's types take `self` for a window; in a worker it posts messages as a Worker does.
serve<PointCalls>(pagePort(self as unknown as Worker), {
  places: (given) => {
    places = given;
  },
  looks: (given) => {
    looks = given.looks as typeof looks;
    outlines = given.outlines;
  },
  draw: async ({ width, height, ...view }, { transfer }) => {
    const image = new ImageData(width, height);
    if (looks.length === places.xs.length * 4) {
      splatPoints(image.data, width, height, { ...places, looks, ...view }, outlines);
    }
    const bitmap = await createImageBitmap(image);
    transfer(bitmap);
    return bitmap;
  },
});
