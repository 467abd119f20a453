// An export as a file to download, made while it is sent.
import { liveClasses } from "../../protocol/classes.ts";
import type { OpenProject } from "../projects/open-project.ts";
import { StudioError } from "../studio-error.ts";
import { decimalMarkOf } from "./decimal-mark.ts";
import type { ExportOptions } from "./export-formats.ts";
import { exportRows } from "./export-rows.ts";
import { streamOf } from "./stream-of.ts";

/** What is asked for. */
interface ExportWish extends ExportOptions {
  readonly format: string;
  /** Whether items without an answer are left out. */
  readonly answeredOnly: boolean;
}

/**
 * The answers of a project in a format, with predictions; what is answered from now on is not in it.
 * @throws StudioError if there is no such format, or it does not fit the project.
 */
export async function exportFile(
  openProject: OpenProject,
  { format, answeredOnly, formulas }: ExportWish,
): Promise<{ readonly name: string; readonly type: string; readonly body: ReadableStream<Uint8Array> }> {
  const { exportFormats } = await import("./export-formats.ts"); // not needed before the first export
  const write = Object.hasOwn(exportFormats, format) ? exportFormats[format] : undefined;
  if (write === undefined) {
    throw new StudioError("not-found", `the format must be one of ${Object.keys(exportFormats).join(", ")}`);
  }
  const rows = await exportRows(openProject, { answeredOnly });
  const classes = liveClasses(openProject.state).map(({ name }) => name);
  const options = { formulas, decimal: decimalMarkOf(openProject.table) };
  const { ending, type, body } = write(rows, { ...openProject.about, classes }, options);
  return { name: `${openProject.fileTitle}.${ending}`, type, body: streamOf(body) };
}
