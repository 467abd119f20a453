/**
 * The roles that people may give a column; the label has an option of its own.
 * @example COLUMN_ROLES.includes("categorical") // true
 */
export const COLUMN_ROLES = ["numeric", "categorical", "text", "image", "vector", "id", "ignored"] as const;
