// A backend for Label Studio that keeps its tasks in the order in which they are best labelled. It holds nothing that Label
// Studio does not hold: tasks, annotations and the last version are read at the start, so it can be killed at any time.

import { createHmac } from "node:crypto";
import { checkParts } from "@xpal/core/check";
import { readTable, type Table } from "@xpal/data";
import {
  type Listening,
  listen,
  type Reach,
  type ReachOptions,
  reachOf,
  StudioError,
  startScoring,
} from "@xpal/studio/internal";
import type { BridgeOptions } from "../bridge-options.ts";
import type { Bridge } from "../bridge-report.ts";
import { LearningLoop } from "../learning-loop.ts";
import { RankedPool } from "../ranked-pool.ts";
import { remoteAddress } from "../remote-address.ts";
import { RemoteApi } from "../remote-api.ts";
import { backendApp } from "./backend-app.ts";
import { LabelStudioApi } from "./label-studio-api.ts";
import { labelStudioToken } from "./label-studio-token.ts";
import { labellingConfig } from "./labelling-config.ts";
import { ProjectRounds } from "./project-rounds.ts";

/** How to start. */
export interface LabelStudioBridgeOptions extends ReachOptions, BridgeOptions {
  /** A personal access token or a legacy token. */
  readonly token: string;
  /** The number of the project. */
  readonly project: number;
  /** The name of the <Choices> to learn; the first by default. */
  readonly choices?: string;
  /** The port to listen on; 9090 by default. */
  readonly port?: number;
  /** Whether the bridge enters itself as a backend of the project. */
  readonly connect?: boolean;
  /** Seconds between two checks for lost webhooks; 30 by default. */
  readonly every?: number;
  /** Told the address to enter in Label Studio. */
  readonly onAddress?: (url: string) => void;
}

const PORT = 9090;
/** After so many looks all tasks are read, whatever the counts say: a changed answer changes no count. */
const LOOKS_PER_READING = 20;

/**
 * Starts a bridge to Label Studio, and does a first round.
 * @throws StudioError or XpalError if Label Studio cannot be reached or rejects, or its project asks no question with one answer.
 * @example
 * const events = { onReport: () => {}, onFailure: () => {} };
 * const asked = { url: "https://label.example.org", token: "0123", project: 7, ...events };
 * await startLabelStudioBridge(asked).catch(({ code }) => code) // "bad-argument"
 */
export async function startLabelStudioBridge(options: LabelStudioBridgeOptions): Promise<Bridge> {
  checkParts("startLabelStudioBridge", "options", options, "an object with the address of the server", ["url"]);
  const { token, project, firstPauseMs, every = 30, port = PORT, yes = false } = options;
  const address = remoteAddress(options.url, yes);
  const reach = bridgeReach(options, yes);
  const vectors: Table | undefined = options.embeddings === undefined ? undefined : await readTable(options.embeddings);
  const stop = new AbortController();
  const remote = { ...address, signal: stop.signal, ...(firstPauseMs === undefined ? {} : { firstPauseMs }) };
  const api = new LabelStudioApi(new RemoteApi({ ...remote, credentials: labelStudioToken(token, remote) }), project);
  const pool = new RankedPool(startScoring);
  const rounds = new ProjectRounds(api, pool, { ...options, ...(vectors === undefined ? {} : { vectors }) });
  const loop = new LearningLoop({
    round: () => rounds.round(),
    onFailure: ({ message }) => options.onFailure(message.replace(/^bridge: /, "")),
    ...(firstPauseMs === undefined ? {} : { firstPauseMs }),
  });
  let server: Listening | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const close = async () => {
    clearInterval(timer);
    const ended = loop.close(); // first, so that the round that is given up passes for no failure
    stop.abort(new StudioError("closed", "bridge: it was stopped"));
    await server?.close();
    await ended;
    await pool.close();
  };
  try {
    if (options.once !== true) {
      const key = keyOf(token, project);
      const app = backendApp({
        key,
        project,
        version: () => rounds.version,
        check: (config) => void labellingConfig(config, options.choices),
        predict: (tasks) => {
          // Answered from what is known: Label Studio may ask while it answers the bridge, and both would wait.
          if (rounds.isReady && rounds.lacks(tasks)) {
            rounds.readAll();
            loop.nudge();
          }
          return rounds.predictions(tasks);
        },
        onWebhook: (body) => {
          if (rounds.hear(body)) loop.nudge();
        },
      });
      server = await listen("bridge", app.fetch, reach, { first: port, wanted: port });
      const own = `${reach.origins(server.port)[0]}/${key}`;
      options.onAddress?.(own);
      await rounds.round(); // a first failure is one of the arguments: it is thrown
      if (options.connect === true) await connect(api, own);
      let looks = 0;
      timer = setInterval(() => {
        if (++looks % LOOKS_PER_READING === 0) rounds.readAll();
        else rounds.look();
        loop.nudge();
      }, 1000 * every);
    } else await rounds.round();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    settle: async () => {
      rounds.readAll();
      loop.nudge();
      await loop.idle();
    },
    close,
  };
}

/** Where to listen: other machines are let in over TLS, or by a yes. */
function bridgeReach(options: LabelStudioBridgeOptions, yes: boolean): Reach {
  const { host, tlsCert, tlsKey, behindProxy } = options;
  if (host !== undefined && yes && tlsCert === undefined && behindProxy === undefined) {
    const local = reachOf({});
    const name = host.includes(":") ? `[${host}]` : host;
    return { ...local, listenOn: host, origins: (port) => [`http://${name}:${port}`] };
  }
  return reachOf({
    ...(host === undefined ? {} : { host }),
    ...(tlsCert === undefined ? {} : { tlsCert }),
    ...(tlsKey === undefined ? {} : { tlsKey }),
    ...(behindProxy === undefined ? {} : { behindProxy }),
  });
}

/** A key that is the same after a restart, since Label Studio keeps it, and that tells nothing of the token. */
function keyOf(token: string, project: number): string {
  return createHmac("sha256", token).update(`xpal bridge ${project}`).digest("base64url").slice(0, 32);
}

async function connect(api: LabelStudioApi, url: string): Promise<void> {
  const backends = await api.refreshBackends();
  if (backends.some((backend) => backend.url === url)) return;
  await api.connect(url, "xPAL");
}
