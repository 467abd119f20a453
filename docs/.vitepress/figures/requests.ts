// The messages between a figure and its worker, and the page's side of them.
import type { PanelAnswer } from "./panel-answer.ts";
import type { Race, RaceStep } from "./race.ts";
import type { Scene } from "./scene.ts";

/** What a figure asks for. */
export type Request =
  | { readonly id: number; readonly kind: "panel"; readonly scene: Scene }
  | { readonly id: number; readonly kind: "race"; readonly race: Race };

/** What comes back: a part, or the end. */
export interface Reply {
  readonly id: number;
  readonly done: boolean;
  readonly value?: unknown;
  readonly error?: string;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onPart?: (value: unknown) => void;
}

let worker: Worker | undefined;
let nextId = 0;
const waiting = new Map<number, Waiting>();

/** Answers to scenes without labels: each figure begins with one, which is asked for ahead. */
const first = new Map<string, Promise<PanelAnswer>>();
const MAX_FIRST = 32;

/** The engine's answer for a panel. */
export function askPanel(scene: Scene): Promise<PanelAnswer> {
  if (scene.answers.length > 0) return askNow(scene);
  const key = JSON.stringify(scene);
  const known = first.get(key) ?? askNow(scene);
  if (first.size >= MAX_FIRST) first.clear(); // sliders make ever new ones
  first.set(key, known);
  known.catch(() => first.delete(key));
  return known;
}

function askNow(scene: Scene): Promise<PanelAnswer> {
  return ask((id) => ({ id, kind: "panel", scene })) as Promise<PanelAnswer>;
}

/** Runs a race; its steps arrive as they are done. */
export async function askRace(race: Race, onStep: (step: RaceStep) => void): Promise<void> {
  await ask((id) => ({ id, kind: "race", race }), onStep as (value: unknown) => void);
}

function ask(request: (id: number) => Request, onPart?: (value: unknown) => void): Promise<unknown> {
  worker ??= start();
  const id = nextId++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, ...(onPart === undefined ? {} : { onPart }) });
    worker?.postMessage(request(id));
  });
}

function start(): Worker {
  const made = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  made.onmessage = ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.id);
    if (!data.done) return asked?.onPart?.(data.value);
    waiting.delete(data.id);
    if (data.error === undefined) asked?.resolve(data.value);
    else asked?.reject(new Error(data.error));
  };
  made.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error("the engine of the figures could not start"));
    waiting.clear();
  };
  return made;
}
