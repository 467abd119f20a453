/**
 * The words of a column's name in lower case: "customerID" has two.
 * @example nameWords("customerID") // ["customer", "id"]
 */
export function nameWords(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
