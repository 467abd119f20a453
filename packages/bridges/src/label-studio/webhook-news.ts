// What a webhook of Label Studio tells: which tasks to read again, or that all of them are. The bridge believes no label in
// it; it reads them from the server, so that a webhook that is forged, late or doubled does no harm.
import type { Json } from "./label-studio-api.ts";

/** What is to be read again. */
export interface WebhookNews {
  readonly tasks: readonly number[];
  readonly all: boolean;
}

const NOTHING: WebhookNews = { tasks: [], all: false };
const ALL: WebhookNews = { tasks: [], all: true };

/**
 * Reads the body of a webhook.
 * @param taskOf The task of an annotation that was seen: a deletion names nothing else.
 */
export function webhookNews(body: Json, taskOf: (annotation: number) => number | undefined): WebhookNews {
  switch (body.action) {
    case "ANNOTATION_CREATED":
    case "ANNOTATIONS_CREATED":
    case "ANNOTATION_UPDATED": {
      const tasks = several(body.annotation ?? body.annotations).map((one) => numberOf((one as Json | null)?.task));
      const known = tasks.filter((task): task is number => task !== undefined);
      return known.length === 0 || known.length < tasks.length ? ALL : { tasks: [...new Set(known)], all: false };
    }
    // The server says the plural, its Python library listens for the singular.
    case "ANNOTATION_DELETED":
    case "ANNOTATIONS_DELETED": {
      const ids = several(body.annotations ?? body.annotation).map(numberOf);
      const tasks = ids.map((id) => (id === undefined ? undefined : taskOf(id)));
      const known = tasks.filter((task): task is number => task !== undefined);
      return known.length === 0 || known.length < tasks.length ? ALL : { tasks: [...new Set(known)], all: false };
    }
    case "TASKS_CREATED":
    case "TASKS_DELETED":
    case "PROJECT_UPDATED":
    case "START_TRAINING":
      return ALL;
    default:
      return NOTHING; // LABEL_LINK_*, PROJECT_CREATED, and what later versions may add
  }
}

function several(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** A number, or the id of an object. */
function numberOf(value: unknown): number | undefined {
  const id = value !== null && typeof value === "object" ? (value as Json).id : value;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : undefined;
}
