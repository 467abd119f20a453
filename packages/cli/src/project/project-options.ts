// What the options hold that say how a file is read and what its rows are compared by; usage/project-options.ts reads them.
import type { Role } from "@xpal/data";
import type { MachineOptions } from "./engine-options.ts";
import type { ReadingOptions } from "./open-table.ts";
import type { AppliedSettings } from "./settings.ts";

/** "auto" follows from the columns, as the paper has it; "learned" starts there and learns from the labels. */
export type KernelName = (typeof KERNELS)[number];

export const KERNELS = ["learned", "auto", "rbf", "hamming", "cosine"] as const;

/** What the options hold. */
export interface ProjectOptions extends ReadingOptions, MachineOptions {
  readonly label?: string;
  readonly newLabel?: true;
  readonly classes?: readonly string[];
  readonly kernel: KernelName;
  readonly bandwidth?: number;
  readonly role?: Readonly<Record<string, Role>>;
  /** Columns that are left out of every comparison; false for none, although some are remembered. */
  readonly ignore?: readonly string[] | false;
  /** Columns that always count at least as much as at the start; false as above. */
  readonly pin?: readonly string[] | false;
  /** What classes mean, by class. */
  readonly phrase?: Readonly<Record<string, string>>;
  /** A file with a phrase for each class. */
  readonly phrases?: string;
  /** A file with a fitted recipe, which is then applied as it is. */
  readonly recipe?: string;
  /** A file that says what errors cost. */
  readonly costs?: string;
  /** What the risk is the mean of: all rows, or the classes. */
  readonly measure?: "mean" | "balanced";
  /** The column that says what the label of a row costs. */
  readonly labelCost?: string;
  /** How rows are chosen, for commands that ask for labels; xPAL by default. */
  readonly strategy?: string;
  /** Compare every open row over all rows of a large file, too. */
  readonly exact?: true;
  readonly seed: number;
  /** What the file's settings did to these options; undefined if they were not read. */
  readonly settings?: AppliedSettings;
}
