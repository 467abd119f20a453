// A model that makes vectors of images: upright, scaled and cut to the square that it was trained on, each colour less
// its mean and divided by its deviation, all of it as the model's preprocessor_config.json says.
import { reject } from "@xpal/core/check";
import { openImage } from "../images/decode-image.ts";
import type { Embedder } from "./embedder.ts";
import { type ModelFiles, modelHash, PREPARATION, readConfig, readWeights } from "./model-files.ts";
import type { OnnxRuntime } from "./onnx.ts";
import { openSession } from "./open-session.ts";
import { chooseOutput, poolOutput } from "./pool-output.ts";

/** How images are prepared. */
interface Preparation {
  /** The shorter side, or both sides, are scaled to this before a square is cut out. */
  readonly scaled: { readonly width: number; readonly height: number } | { readonly shortest: number };
  /**
   * What tells this way from that of earlier versions, for the hash of the model: where a square is cut out, they took a size
   * that is one number for both sides; CLIP and most others mean the shorter side.
   */
  readonly notes: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly factor: number;
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
}

/** Opens a model of images; an item is what `imagePreparer` makes of a file. @throws XpalError if its files are missing or damaged. */
export async function openImageEmbedder(files: ModelFiles, runtime: OnnxRuntime): Promise<Embedder<Float32Array>> {
  const weights = await readWeights(files, "images");
  const session = await openSession(files, runtime, weights);
  const { width, height, notes } = await preparationOf(files);
  const output = chooseOutput(session.outputNames);
  return {
    hash: await modelHash(files, "images", weights, notes),
    async embed(batch) {
      const size = 3 * width * height;
      const data = new Float32Array(batch.length * size);
      batch.forEach((pixels, i) => {
        data.set(pixels, i * size);
      });
      const tensor = new runtime.Tensor("float32", data, [batch.length, 3, height, width]);
      const answer = await session.run({ [session.inputNames[0]]: tensor });
      return poolOutput(answer[output], batch.length, "first"); // transformers of images put the whole into the first
    },
    close: async () => session.release?.(),
  };
}

/** A function from the bytes of an image to what the model takes. */
export async function imagePreparer(files: ModelFiles): Promise<(bytes: Uint8Array) => Promise<Float32Array>> {
  const { scaled, width, height, factor, mean, deviation } = await preparationOf(files);
  return async (bytes) => {
    const image = await openImage(bytes);
    const resized =
      "shortest" in scaled
        ? image.resize(scaled.shortest, scaled.shortest, { fit: "outside" })
        : image.resize(scaled.width, scaled.height, { fit: "fill" });
    const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true });
    const [left, top] = [Math.floor((info.width - width) / 2), Math.floor((info.height - height) / 2)];
    const result = new Float32Array(3 * width * height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const from = info.channels * (within(y + top, info.height) * info.width + within(x + left, info.width));
        for (let c = 0; c < 3; c++) {
          const value = data[from + (info.channels < 3 ? 0 : c)] * factor;
          result[(c * height + y) * width + x] = (value - mean[c]) / deviation[c];
        }
      }
    }
    return result;
  };
}

/** A square that is larger than the image repeats its edge. */
function within(at: number, size: number): number {
  return Math.max(0, Math.min(size - 1, at));
}

async function preparationOf(files: ModelFiles): Promise<Preparation> {
  const config = await readConfig(files, PREPARATION.images);
  const isCut = config.do_center_crop === true;
  const isShorter = isCut && isSide(config.size) && !BOTH_SIDES.test(kindOf(config));
  const size = isShorter ? { shortest: config.size as number } : sidesOf(config.size);
  const crop = isCut ? sidesOf(config.crop_size) : undefined;
  const final = crop ?? size;
  if (size === undefined || final === undefined) {
    const found = JSON.stringify(config.size ?? null);
    reject("embed", `preprocessor_config.json of the model ${files.name}`, "must give a size from 1 to 4096", found);
  }
  const normalised = config.do_normalize !== false;
  const scale = typeof config.rescale_factor === "number" ? config.rescale_factor : 1 / 255;
  return {
    scaled: size,
    notes: isShorter ? ["one number is the shorter side"] : [],
    width: "shortest" in final ? final.shortest : final.width,
    height: "shortest" in final ? final.shortest : final.height,
    factor: config.do_rescale === false ? 1 : scale,
    mean: (normalised ? triple(config.image_mean) : undefined) ?? [0, 0, 0],
    deviation: (normalised ? triple(config.image_std) : undefined) ?? [1, 1, 1],
  };
}

/** Models that cut out a square and yet mean both sides by a size of one number. */
const BOTH_SIDES = /^(deit|beit)/i;

function kindOf(config: Record<string, unknown>): string {
  return String(config.image_processor_type ?? config.feature_extractor_type ?? "");
}

function sidesOf(size: unknown): { width: number; height: number } | { shortest: number } | undefined {
  if (isSide(size)) return { width: size, height: size };
  const { width, height, shortest_edge: shortest } = (size ?? {}) as Record<string, unknown>;
  if (isSide(shortest)) return { shortest };
  return isSide(width) && isSide(height) ? { width, height } : undefined;
}

function isSide(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 4096;
}

function triple(values: unknown): readonly number[] | undefined {
  return Array.isArray(values) && values.length === 3 && values.every(Number.isFinite) ? values : undefined;
}
