// The one place that knows where it runs: Node or a page. Node's modules are asked for by name at run time, so that
// bundlers for the browser need not resolve them.

interface NodeOs {
  totalmem(): number;
  availableParallelism(): number;
}

const BROWSER_BUDGET = 2 ** 30;

const { process } = globalThis as unknown as { process?: { versions?: { node?: string } } };

/** Whether this is Node. */
export const isNode = process?.versions?.node !== undefined;

/** The default budget in bytes: a quarter of the machine's memory, or 1 GiB in a browser, which does not tell. */
export async function defaultBudget(): Promise<number> {
  if (!isNode) return BROWSER_BUDGET;
  const os = (await importNode("node:os")) as NodeOs;
  return Math.floor(os.totalmem() / 4);
}

function importNode(name: string): Promise<unknown> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ name);
}
