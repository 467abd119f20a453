// Why a project cannot be started yet, in words that say what to do.
import type { ImportPreview } from "../../protocol/import-messages.ts";
import { texts } from "../ui/texts.ts";

/** What the person has decided so far. */
export interface ImportForm {
  readonly preview: Pick<ImportPreview, "rows" | "labelled" | "trouble">;
  readonly title: string;
  readonly label: string | null;
  readonly classes: readonly string[];
  readonly roles: Readonly<Record<string, string>>;
  readonly keepLabels: boolean | null;
}

const LEARNT = ["numeric", "categorical", "text", "vector"];

/** The first thing that is missing; null when nothing is. */
export function whyNotYet({ preview, title, label, classes, roles, keepLabels }: ImportForm): string | null {
  if (preview.trouble !== null) return texts.import.needReading[preview.trouble.what];
  if (title.trim() === "") return texts.import.needName;
  if (preview.rows < 2) return texts.import.needRows;
  if (classes.length < 2) return texts.import.needClasses(classes.length);
  const repeated = classes.find((name, at) => classes.indexOf(name) !== at);
  if (repeated !== undefined) return texts.import.repeated(repeated);
  const learned = Object.entries(roles).some(([name, role]) => name !== label && LEARNT.includes(role));
  if (!learned) return texts.import.needFeature;
  return label !== null && preview.labelled > 0 && keepLabels === null ? texts.import.choose : null;
}
