// Vectors for the pictures of a table, decoded by sharp and encoded on threads.
import { checkParts } from "@xpal/core/check";
import type { Table } from "../table/table.ts";
import { addPictureVectors, type PictureVectorOptions } from "./add-picture-vectors.ts";
import { decodePicture } from "./decode-picture.ts";
import { encodePictures } from "./encode-pictures.ts";
import type { PictureSource } from "./picture-source.ts";

/** How pictures are read. */
export interface PictureOptions extends Omit<PictureVectorOptions, "decode" | "encode"> {
  readonly source: PictureSource;
}

/**
 * Adds a column of vectors for each column of pictures. A table without pictures, or with vectors already, is returned unchanged.
 * @example (await addPictures(balanceScale(), { source: picturesIn(".") })).columns.length // 5
 */
export async function addPictures(table: Table, pictures: PictureOptions): Promise<Table> {
  checkParts("addPictures", "options", pictures, "an object with a source of pictures", ["source"]);
  const { source, ...options } = pictures;
  const decode = async (cell: string) => decodePicture(await source(cell));
  return addPictureVectors(table, { ...options, decode, encode: encodePictures });
}
