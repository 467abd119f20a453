export function unreleasedVersion(changelog: string): string | undefined;
export function dateEntry(changelog: string, version: string, date: string): string;
export function setVersion(text: string, version: string): string;
