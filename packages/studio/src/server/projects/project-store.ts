import type { Store } from "@xpal/store";

/** The part of a store that projects need: what answers the studio's page need not keep runs. */
export type ProjectStore = Pick<Store, "projects" | "events" | "files">;
