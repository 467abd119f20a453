/** The path of the first browser that is found, or undefined. */
export function findBrowser(): string | undefined;
