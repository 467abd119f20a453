// A kernel from its JSON form. A function cannot be written down, so an own kernel must be passed again.
import { reject } from "../check.ts";
import { type CosineOptions, cosine } from "./cosine.ts";
import { hamming } from "./hamming.ts";
import type { Kernel, KernelJSON } from "./kernel.ts";
import { learnedKernel } from "./learning/learned-kernel.ts";
import { precomputed } from "./precomputed.ts";
import { product } from "./product.ts";
import { rbf } from "./rbf.ts";

/**
 * The kernel that `kernel.toJSON()` described.
 * @throws XpalError if the name is unknown or a parameter is out of range.
 * @example kernelFromJSON({ name: "rbf", bandwidth: 2 }).name // "rbf"
 */
export function kernelFromJSON(json: KernelJSON): Kernel {
  if (json === null || typeof json !== "object") reject("kernelFromJSON", "json", "must be an object", json);
  switch (json.name) {
    case "rbf":
      return rbf({ bandwidth: json.bandwidth as number });
    case "hamming":
      return hamming({ bandwidth: json.bandwidth as number });
    case "cosine":
      return cosine({ negative: json.negative } as CosineOptions);
    case "precomputed":
      return precomputed();
    case "learned": {
      const { name: _, base, ...options } = json;
      return learnedKernel({ ...options, base: kernelFromJSON(base as KernelJSON) });
    }
    case "product":
      if (!Array.isArray(json.parts)) reject("kernelFromJSON", "json.parts", "must be a list", json.parts);
      return product(json.parts.map((part) => kernelFromJSON(part as KernelJSON)));
    default:
      return reject(
        "kernelFromJSON",
        "json.name",
        "must name a kernel of this library",
        json.name,
        "pass your own kernel as an option",
      );
  }
}
