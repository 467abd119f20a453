// One kernel per group of features, multiplied: two items are similar if they are similar in every respect.
import { reject } from "../check.ts";
import { type FeatureGroups, type Features, isGroups } from "../features.ts";
import { checkKernel, type Kernel } from "./kernel.ts";
import { checkSimilarity } from "./similarity-of.ts";

/**
 * The product of kernels, the i-th on the i-th group of features.
 * @throws XpalError if there is no part, or a part is not a kernel.
 * @example product([rbf({ bandwidth: 1 }), cosine()]).name // "product"
 */
export function product(parts: readonly Kernel[]): Kernel & { readonly parts: readonly Kernel[] } {
  if (!Array.isArray(parts) || parts.length === 0) reject("product", "parts", "must be a list of kernels", parts);
  for (const [i, part] of parts.entries()) {
    checkKernel("product", `parts[${i}]`, part);
  }
  const own: readonly Kernel[] = [...parts];
  return {
    name: "product",
    parts: own,
    similarity(a, i, b, j) {
      let value = 1;
      own.forEach((part, g) => {
        value *= part.similarity(groupsOf(a)[g], i, groupsOf(b)[g], j);
      });
      return checkSimilarity("product", value, i, j);
    },
    check(who, features) {
      if (!isGroups(features) || features.groups.length !== own.length) {
        reject(who, "features", `must be ${own.length} groups, one per kernel of the product`, features);
      }
      own.forEach((part, g) => {
        part.check(who, features.groups[g]);
      });
    },
    toJSON: () => ({ name: "product", parts: own.map((part) => part.toJSON()) }),
  };
}

function groupsOf(features: Features): readonly Features[] {
  return (features as FeatureGroups).groups;
}
