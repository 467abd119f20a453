// How far an import is, as the server tells it.
import type { ImportProgress } from "../../protocol/import-progress.ts";
import { live as follow } from "../ui/api.ts";
import type { Live } from "../ui/host.ts";

/** Calls back with each change until the import has ended; closing what is returned stops it earlier. */
export function watchImport(id: string, changed: (progress: ImportProgress) => void): Live {
  const live = follow(`/api/imports/${id}/live`);
  live.addEventListener("progress", (message) => {
    const progress = JSON.parse((message as MessageEvent<string>).data) as ImportProgress;
    if (progress.stage === "ended") live.close();
    else changed(progress);
  });
  return live;
}
