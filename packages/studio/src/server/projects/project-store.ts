import type { Events, Store } from "@xpal/store";

/** The part of a store that projects need: what answers a page without a server has no more. */
export type ProjectStore = Pick<Store, "projects" | "files"> & {
  readonly events: Pick<Events, "append" | "read" | "examine">;
};
