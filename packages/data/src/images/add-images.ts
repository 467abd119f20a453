// Vectors for the images of a table, decoded by sharp and encoded on threads.
import { checkParts } from "@xpal/core/check";
import type { Table } from "../table/table.ts";
import { addImageVectors, type ImageVectorOptions } from "./add-image-vectors.ts";
import { decodeImage } from "./decode-image.ts";
import { encodeImages } from "./encode-images.ts";
import type { ImageSource } from "./image-source.ts";

/** How images are read. */
export interface ImageOptions extends Omit<ImageVectorOptions, "decode" | "encode"> {
  readonly source: ImageSource;
}

/**
 * Adds a column of vectors for each column of images. A table without images, or with vectors already, is returned unchanged.
 * @example (await addImages(balanceScale(), { source: imagesIn(".") })).columns.length // 5
 */
export async function addImages(table: Table, images: ImageOptions): Promise<Table> {
  checkParts("addImages", "options", images, "an object with a source of images", ["source"]);
  const { source, ...options } = images;
  const decode = async (cell: string) => decodeImage(await source(cell));
  return addImageVectors(table, { ...options, decode, encode: encodeImages });
}
