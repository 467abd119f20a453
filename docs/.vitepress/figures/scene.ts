// What a figure shows: points with their true class, the answers so far, and the settings.
import { generator } from "@xpal/core";

/** A point of the plane; both numbers from 0 to 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
  /** 0 or 1. */
  readonly truth: number;
}

/** An answer: which point, and what was said of it. */
export interface Answer {
  readonly point: number;
  readonly said: number;
}

/** What can be set by hand. */
export interface Settings {
  /** The prior of xPAL. */
  readonly prior: number;
  /** The kernel's bandwidth, in parts of the figure's width. */
  readonly bandwidth: number;
  readonly kernel: KernelChoice;
}

/** "rbf" is the paper's; "exponential" falls more sharply nearby; "learning" learns from the answers which axis matters. */
export type KernelChoice = "rbf" | "exponential" | "learning";

/** All that an answer of the engine depends on. */
export interface Scene extends Settings {
  readonly points: readonly Point[];
  readonly answers: readonly Answer[];
  readonly strategy: string;
}

/** A scene to begin with, and the strategies that are shown side by side. */
export interface Preset {
  readonly points: readonly Point[];
  readonly strategies: readonly string[];
  readonly settings: Settings;
}

/** Every strategy of the catalogue, the quick ones first; a test compares. */
const ALL = ["xpal", "pal", "us", "random", "eer", "qbc", "alce", "greedyAll"];

const USUAL: Settings = { prior: 0.001, bandwidth: 0.12, kernel: "rbf" };

/** The preset of a name; the paper's example by default. */
export function presetNamed(name: string | null, strategy: string | null): Preset {
  if (name === "stuck") return { points: clusters(5), strategies: ["us", "xpal"], settings: USUAL };
  if (name === "prior") return { points: clusters(3), strategies: ["xpal"], settings: { ...USUAL, prior: 1 } };
  if (name === "metric") {
    return { points: stripes(), strategies: ["xpal"], settings: { ...USUAL, bandwidth: 0.2, kernel: "learning" } };
  }
  const strategies = strategy === null ? ALL : [strategy];
  return { points: clusters(1), strategies, settings: USUAL };
}

/** Four clusters of two classes with some overlap, as in the paper's example of two features. */
function clusters(seed: number): Point[] {
  const centres = [
    { x: 0.25, y: 0.3, truth: 0 },
    { x: 0.72, y: 0.72, truth: 0 },
    { x: 0.3, y: 0.75, truth: 1 },
    { x: 0.72, y: 0.25, truth: 1 },
  ];
  return scatter(seed, 44, (i) => centres[i % centres.length] as Point, 0.075);
}

/** The class depends on x alone; y is noise. */
function stripes(): Point[] {
  const chance = generator(4);
  return Array.from({ length: 44 }, () => {
    const x = 0.05 + 0.9 * chance.nextUnit();
    return { x, y: 0.05 + 0.9 * chance.nextUnit(), truth: Math.floor(x * 4) % 2 };
  });
}

function scatter(seed: number, count: number, centre: (i: number) => Point, width: number): Point[] {
  const chance = generator(seed);
  const near = () => (chance.nextUnit() + chance.nextUnit() + chance.nextUnit() - 1.5) * 2 * width;
  return Array.from({ length: count }, (_, i) => {
    const { x, y, truth } = centre(i);
    return { x: within(x + near()), y: within(y + near()), truth };
  });
}

function within(value: number): number {
  return Math.min(0.97, Math.max(0.03, value));
}
