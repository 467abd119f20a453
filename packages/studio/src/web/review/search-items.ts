// The search of the review page. Without an answer nothing is found: with the items of another text, or with all, the person
// would change items that nobody has looked for.
import { type ApiError, get } from "../ui/api.ts";

/** The items that contain a text. */
export interface Found {
  readonly items: ReadonlySet<number>;
  /** Why there was no answer; empty where there was one. */
  readonly failure: string;
}

/** Asks for the items that contain a text; null without a text. */
export async function searchItems(project: string, text: string): Promise<Found | null> {
  if (text === "") return null;
  try {
    const path = `/api/projects/${project}/search?text=${encodeURIComponent(text)}`;
    const { items } = await get<{ items: number[] }>(path);
    return { items: new Set(items), failure: "" };
  } catch (error) {
    return { items: new Set(), failure: (error as ApiError).message };
  }
}
