// An upload becomes a project with what the file suggests, where nothing else is said.
import type { Project } from "@xpal/store";
import type { Imports } from "../exchange/imports.ts";

/** What a program says about the project. */
interface Asked {
  readonly upload: string;
  readonly title: string;
  readonly label?: string | null | undefined;
  readonly classes?: readonly string[] | undefined;
}

/** Makes the project. */
export async function createFromUpload(imports: Imports, { upload, title, label, classes }: Asked): Promise<Project> {
  const preview = await imports.preview(upload, label);
  const used = preview.columns.filter(({ role }) => role !== "label");
  return imports.create(upload, {
    title,
    label: preview.label,
    classes: [...(classes ?? preview.classes)],
    roles: Object.fromEntries(used.map(({ name, role }) => [name, role as "ignored"])),
    pixels: preview.pixels,
    keepLabels: true,
    dropDuplicates: false,
  });
}
