// Which images could not be read, in one sentence.
import type { Notice } from "../table/notice.ts";

/** The notice; none where all could be read. `fate` says what became of them. */
export function damagedNotice(column: string, damaged: readonly string[], fate: string): Notice[] {
  if (damaged.length === 0) return [];
  const listed = `${damaged.slice(0, 5).join(", ")}${damaged.length > 5 ? ` and ${damaged.length - 5} more` : ""}`;
  const message = `${damaged.length} ${damaged.length === 1 ? "image" : "images"} could not be read ${fate}: ${listed}`;
  return [{ code: "damaged-images", message, column }];
}

/** The name of an image for a sentence; a data URL is long. */
export function shortName(cell: string): string {
  return cell.length <= 80 ? cell : `${cell.slice(0, 40)}…`;
}
