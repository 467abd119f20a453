// What stands for somebody else's answer in the log of a person who must not know it. It is never stored.

/**
 * Somebody has answered, and how is not told. Its type is that of an item set aside, because whoever folds such a log may
 * treat it so: it is answered, and it speaks for no class.
 */
export const HIDDEN = "hidden" as "skipped" | "discarded";
