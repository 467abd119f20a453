// A name for a process that no other process ever has: its number is used again sooner or later, so the moment it
// started is part of the name, and so are the machine's start and the machine (or container) itself.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** What the name of a process says about it. */
export interface ProcessName {
  readonly pid: number;
  /** When it started, as the system reports it; empty if the system does not report it. */
  readonly started: string;
  /** Whether it runs where its number means nothing to this process. */
  readonly isElsewhere: boolean;
  /** Whether the machine was started again since. */
  readonly isOfEarlierBoot: boolean;
  /** The name itself: it can be part of a file name. */
  readonly text: string;
}

let own: ProcessName | undefined;

/** The name of this process. */
export function thisProcess(): ProcessName {
  own ??= nameOf(process.pid, startOf(process.pid) ?? "", bootName(), placeName());
  return own;
}

/** The process that a name stands for, whatever follows the name; undefined if it is not such a name. */
export function processName(text: string): ProcessName | undefined {
  const match = /^(\d+)-([0-9a-f]*)-([0-9a-f]+)-([0-9a-f]+)(?:\.|$)/.exec(text);
  return match === null ? undefined : nameOf(Number(match[1]), match[2], match[3], match[4]);
}

/** Whether the process is running; a process on another machine is assumed to run, because that cannot be checked here. */
export function isRunning({ pid, started, isElsewhere, isOfEarlierBoot }: ProcessName): boolean {
  if (isElsewhere) return true;
  if (isOfEarlierBoot) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false; // EPERM: it is there, and another user's
  }
  const now = startOf(pid);
  return now !== null && (started === "" || now === undefined || now === started);
}

function nameOf(pid: number, started: string, boot: string, place: string): ProcessName {
  return {
    pid,
    started,
    isElsewhere: place !== placeName(),
    isOfEarlierBoot: boot !== bootName(),
    text: [pid, started, boot, place].join("-"),
  };
}

/** When a process started; null if it has ended but its parent has not collected its status yet, undefined if unknown. */
function startOf(pid: number): string | null | undefined {
  if (process.platform === "linux") {
    const stat = textOf(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // the name before may hold spaces
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return fields[19] === undefined ? undefined : hash(fields[19]);
  }
  if (process.platform === "win32") return undefined;
  const { status, stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return status === 0 && stdout.trim() !== "" ? hash(stdout.trim()) : undefined;
}

function bootName(): string {
  return hash(textOf("/proc/sys/kernel/random/boot_id"));
}

/** The machine and, on Linux, the space in which its process numbers count. */
function placeName(): string {
  let space = "";
  try {
    space = readlinkSync("/proc/self/ns/pid");
  } catch {
    // a system without containers of this kind
  }
  return hash(`${hostname()} ${space}`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
