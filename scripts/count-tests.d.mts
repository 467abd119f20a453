export interface TestRun {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

export function countTests(
  run: TestRun,
  root: string,
  options?: { readonly noSkips?: boolean },
): { readonly passed: number; readonly failed: number; readonly skipped: readonly string[] };
