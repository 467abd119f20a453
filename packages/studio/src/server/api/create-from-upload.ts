// An upload becomes a project with what the file suggests, where nothing else is said.
import type { Project } from "@xpal/store";
import type { Reading } from "../../protocol/import-messages.ts";
import type { Imports } from "../exchange/imports.ts";
import { StudioError } from "../studio-error.ts";

/** What a program says about the project, and how the file is read. */
interface Asked extends Omit<Reading, "embed" | "download"> {
  readonly upload: string;
  readonly title: string;
  readonly label?: string | null | undefined;
  readonly classes?: readonly string[] | undefined;
}

/** How a program says what the file does not. */
const WAYS_OUT = {
  ragged: 'set ragged to "skip" to leave these lines out, or separator to "none" to read each line as one item',
  decimal: 'set decimal to "." or ","',
};

/** Makes the project. */
export async function createFromUpload(imports: Imports, asked: Asked): Promise<Project> {
  const { upload, title, label, classes, ...reading } = asked;
  const preview = await imports.preview(upload, label, reading);
  const { trouble } = preview;
  if (trouble !== null) throw new StudioError("bad-argument", `${trouble.message}; ${WAYS_OUT[trouble.what]}`);
  const used = preview.columns.filter(({ role }) => role !== "label");
  return imports.create(upload, {
    title,
    label: preview.label,
    classes: [...(classes ?? preview.classes)],
    roles: Object.fromEntries(used.map(({ name, role }) => [name, role as "ignored"])),
    pixels: preview.pixels,
    keepLabels: true,
    dropDuplicates: false,
    reading,
  });
}
