export function disasterNames(): Promise<string[]>;
export function runDisaster(
  name: string,
  options?: { readonly rounds?: number | "test"; readonly seed?: number },
): Promise<{
  readonly figures: Readonly<Record<string, number>>;
  readonly failures: string[];
  readonly skipped: string | undefined;
  readonly seconds: number;
}>;
