// Items as they are shown, from the server; their images are loaded ahead too.
import type { ItemView } from "../../protocol/messages.ts";
import { get } from "./api.ts";
import { imageAddress } from "./image-address.ts";

/** As many as the server gives at once. */
const MOST = 200;

/** Hands over views as they come. */
export async function fetchViews(
  project: string,
  items: readonly number[],
  take: (view: ItemView) => void,
): Promise<void> {
  for (let at = 0; at < items.length; at += MOST) {
    const ids = items.slice(at, at + MOST).join(",");
    for (const view of await get<ItemView[]>(`/api/projects/${project}/items?ids=${ids}`)) {
      take(view);
      if (view.image) void load(imageAddress(project, view.image));
    }
  }
}

async function load(address: string | Promise<string>): Promise<void> {
  new Image().src = await address;
}
