import type { Browser } from "playwright-core";

export function launchBrowser(
  executablePath: string | undefined,
  options?: { readonly scrollBars?: boolean },
): Promise<Browser>;
