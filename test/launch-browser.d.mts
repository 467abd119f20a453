import type { Browser } from "playwright-core";

export function launchBrowser(executablePath: string | undefined): Promise<Browser>;
