// Draws all points in a thread of its own and hands back a picture, so that the page never waits for 20,000 of them.
import { splatPoints } from "./splat-points.ts";

/** What the page says. Places and looks are kept until they are sent again. */
export type ToPoints =
  | { readonly places: { readonly xs: Float32Array; readonly ys: Float32Array } }
  | { readonly looks: Uint8Array; readonly outlines: Outlines }
  | { readonly draw: PictureWanted };

/** The colours of the outlines: they must stand out from the page, light or dark. */
export type Outlines = Readonly<Record<"ringed" | "chosen", readonly number[]>>;

/** A picture to draw, in device pixels. */
export interface PictureWanted {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly ratio: number;
}

/** What comes back. */
export interface FromPoints {
  readonly id: number;
  readonly picture: ImageBitmap;
}

let places = { xs: new Float32Array(), ys: new Float32Array() };
let looks = new Uint8Array();
let outlines: Outlines | undefined;
const port = self as unknown as {
  onmessage: (event: MessageEvent<ToPoints>) => void;
  postMessage(message: FromPoints, transfer: Transferable[]): void;
};

port.onmessage = async ({ data }) => {
  if ("places" in data) places = data.places as typeof places;
  else if ("looks" in data) {
    looks = data.looks as typeof looks;
    outlines = data.outlines;
  } else {
    const { id, width, height, ...view } = data.draw;
    const image = new ImageData(width, height);
    if (looks.length === places.xs.length * 4) {
      splatPoints(image.data, width, height, { ...places, looks, ...view }, outlines);
    }
    const picture = await createImageBitmap(image);
    port.postMessage({ id, picture }, [picture]);
  }
};
