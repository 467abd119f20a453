// `xpal bridge`: the order of labelling in programs that people have already. The bridges are an optional package.

import type { Bridge, BridgeEvents } from "@xpal/bridges";
import { reportLine } from "../bridge/report-line.ts";
import { secretOption } from "../bridge/secret-option.ts";
import { bridgesPackage } from "../optional-package.ts";
import { INK, painter } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What both bridges take. */
interface BridgeFlags {
  readonly url: string;
  readonly embeddings?: string;
  readonly field?: readonly string[];
  readonly count: number;
  readonly blind?: true;
  readonly kernel: "learned" | "auto";
  readonly seed: number;
  readonly every?: number;
  readonly once?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** What the bridge to Label Studio takes. */
export interface LabelStudioFlags extends BridgeFlags {
  readonly project: number;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly choices?: string;
  readonly port?: number;
  readonly host?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly behindProxy?: string;
  readonly connect?: true;
}

/** What the bridge to Argilla takes. */
export interface ArgillaFlags extends BridgeFlags {
  readonly dataset: string;
  readonly workspace?: string;
  readonly apiKey?: string;
  readonly keyFile?: string;
  readonly question?: string;
  readonly vector?: string;
}

/** Serves a project of Label Studio. */
export async function bridgeLabelStudio(flags: LabelStudioFlags, terminal: Terminal): Promise<void> {
  const { project, choices, port, host, tlsCert, tlsKey, behindProxy, connect } = flags;
  const token = secretOption({
    ...{ option: "--token", given: flags.token, fileOption: "--token-file", file: flags.tokenFile },
    variable: "XPAL_LABEL_STUDIO_TOKEN",
  });
  const { startLabelStudioBridge } = await bridgesPackage();
  const places = given({ choices, port, host, tlsCert, tlsKey, behindProxy, connect });
  await untilStopped(flags, terminal, () =>
    startLabelStudioBridge({
      ...{ project, token, ...common(flags), ...places, ...events(flags, terminal, "task") },
      onAddress: (url) => {
        const { bold } = painter(terminal.err.colour);
        terminal.err.write(`The address of the backend, for Settings, Model in Label Studio: ${bold(url)}\n`);
      },
    }),
  );
}

/** Keeps a dataset of Argilla in order. */
export async function bridgeArgilla(flags: ArgillaFlags, terminal: Terminal): Promise<void> {
  const { dataset, workspace, question, vector } = flags;
  const apiKey = secretOption({
    ...{ option: "--api-key", given: flags.apiKey, fileOption: "--key-file", file: flags.keyFile },
    variable: "XPAL_ARGILLA_KEY",
  });
  const { startArgillaBridge } = await bridgesPackage();
  await untilStopped(flags, terminal, () =>
    startArgillaBridge({
      ...{ dataset, apiKey, ...common(flags), ...given({ workspace, question, vector }) },
      ...events(flags, terminal, "record"),
    }),
  );
}

function common({ url, embeddings, field, count, blind, kernel, seed, every, once, yes }: BridgeFlags) {
  const model = kernel === "auto" ? ("paper" as const) : ("learn" as const);
  return { url, count, seed, model, ...given({ embeddings, fields: field, blind, every, once, yes }) };
}

function events({ json }: BridgeFlags, { out, err }: Terminal, noun: string): BridgeEvents {
  const paint = painter(err.colour);
  const said = new Set<string>();
  const note = (message: string) => err.write(`${paint(INK.warn, "note:")} ${message}\n`);
  return {
    onReport: (report) => {
      out.write(`${json ? JSON.stringify(report) : reportLine(report, noun)}\n`);
      for (const message of report.notices) {
        if (!json && !said.has(message)) note(message);
        said.add(message);
      }
    },
    onFailure: (message) => note(`${message}; it is tried again`),
  };
}

/** Runs a bridge until Ctrl-C, or for one round. */
async function untilStopped({ once }: BridgeFlags, terminal: Terminal, start: () => Promise<Bridge>): Promise<void> {
  await terminal.untilInterrupted(async (signal) => {
    const bridge = await start();
    if (once !== true) {
      terminal.err.write("Stop with Ctrl-C; everything is kept in the other program.\n");
      await new Promise<void>((stop) => {
        if (signal.aborted) stop();
        signal.addEventListener("abort", () => stop(), { once: true });
      });
    }
    await bridge.close();
  });
}

/** Without what was not given. */
function given<T extends object>(flags: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as never;
}
