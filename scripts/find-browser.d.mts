/** The path of the first browser that is found, or undefined. */
export function findBrowser(names?: readonly string[]): string | undefined;
