// Texts of a store that should be JSON and are not, as a failing disk or a change by hand leaves them. The database's own
// check does not find these.
import { readJson } from "./encode-json.ts";
import type { StoreFault } from "./store.ts";
import type { Tabled } from "./tables.ts";

const PAGE = 1000;

/** The projects and events that cannot be read. */
export async function faultsOfTexts(db: Tabled): Promise<StoreFault[]> {
  const faults: StoreFault[] = [];
  for (const { id, about } of await db.selectFrom("project").select(["id", "about"]).execute()) {
    if (!isJson(about)) {
      faults.push({ project: id, fault: "what is stored about it cannot be read", canRepair: false });
    }
    const log = db.selectFrom("event").select(["sequence", "kind", "body"]).where("project", "=", id);
    for (let after = 0; ; ) {
      const page = await log.where("sequence", ">", after).orderBy("sequence").limit(PAGE).execute();
      for (const { sequence, kind } of page.filter(({ body }) => !isJson(body))) {
        const fault = `event ${sequence} (${JSON.stringify(kind)}) of the log cannot be read: it is not JSON`;
        faults.push({ project: id, fault, canRepair: false });
      }
      if (page.length < PAGE) break;
      after = page[page.length - 1].sequence;
    }
  }
  return faults;
}

function isJson(text: string): boolean {
  try {
    readJson(text);
    return true;
  } catch {
    return false;
  }
}
