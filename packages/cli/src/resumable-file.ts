// A long file that is written piece by piece under another name. What is on disk is noted beside it now and then, so that
// a command that was stopped, even by kill -9, goes on there; the file gets its name when it is whole.
import { createHash } from "node:crypto";
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { XpalError } from "@xpal/core";
import { reasonOf, syncFolder, targetOf, writeWhole } from "./write-whole.ts";

/** How far a file was written, as noted beside it. */
interface Progress {
  readonly format: "xpal-progress";
  readonly version: 1;
  /** What the file is made from. */
  readonly key: string;
  readonly bytes: number;
  /** What the writer has to know to go on, such as the next row. */
  readonly next: number;
}

/** A file in the making. */
export class ResumableFile {
  readonly #path: string;
  readonly #target: string;
  readonly #key: string;
  readonly #file: number;
  #next: number;
  #bytes: number;
  #noted: number;
  #isOpen = true;

  /**
   * Opens the file where an earlier command with the same key ended, or begins it.
   * @param madeFrom All that decides the content: only what was begun with the same is continued.
   * @throws XpalError if it cannot be written.
   */
  constructor(path: string, madeFrom: unknown) {
    this.#path = path;
    this.#target = targetOf(path);
    this.#key = createHash("sha256").update(JSON.stringify(madeFrom)).digest("hex");
    const noted = this.#readProgress();
    try {
      this.#file = openSync(this.#part, noted === undefined ? "w" : "r+");
      this.#bytes = noted?.bytes ?? 0;
      this.#next = noted?.next ?? 0;
      this.#noted = this.#bytes;
      if (noted !== undefined) ftruncateSync(this.#file, noted.bytes);
    } catch (error) {
      this.#reject(error);
    }
  }

  /** What was last noted: where to go on; 0 for a new file. */
  get next(): number {
    return this.#next;
  }

  get isNew(): boolean {
    return this.#bytes === 0;
  }

  /** Appends a text. It counts as written once it is noted. */
  write(text: string): void {
    const bytes = Buffer.from(text);
    try {
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#bytes + done);
      }
      this.#bytes += bytes.length;
    } catch (error) {
      this.#reject(error);
    }
  }

  /** Notes durably that all up to here is written, and where to go on. */
  note(next: number): void {
    try {
      fdatasyncSync(this.#file);
      const progress = { format: "xpal-progress", version: 1, key: this.#key, bytes: this.#bytes, next };
      writeWhole(this.#progressPath, `${JSON.stringify(progress)}\n`);
      this.#noted = this.#bytes;
      this.#next = next;
    } catch (error) {
      this.#reject(error);
    }
  }

  /** The file is whole: it gets its name, and the note is removed. */
  finish(): void {
    try {
      fdatasyncSync(this.#file);
      if (fstatSync(this.#file).size !== this.#bytes) throw new Error("another command has written to it");
      this.#close();
      renameSync(this.#part, this.#target);
      rmSync(this.#progressPath, { force: true });
      syncFolder(dirname(this.#target));
    } catch (error) {
      this.#reject(error);
    }
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  /** Lets go of the file in the making; what was noted is kept for the next time. */
  stop(): void {
    try {
      ftruncateSync(this.#file, this.#noted);
    } catch {
      // it is cut when it is opened again
    }
    this.#close();
    if (this.#noted === 0) rmSync(this.#part, { force: true });
  }

  get #part(): string {
    return `${this.#target}.part`;
  }

  get #progressPath(): string {
    return `${this.#target}.progress.json`;
  }

  #readProgress(): Progress | undefined {
    try {
      const noted = JSON.parse(readFileSync(this.#progressPath, "utf8")) as Partial<Progress>;
      const fits = noted.format === "xpal-progress" && noted.version === 1 && noted.key === this.#key;
      return fits && statSync(this.#part).size >= (noted.bytes as number) ? (noted as Progress) : undefined;
    } catch {
      return undefined;
    }
  }

  #reject(error: unknown): never {
    if (error instanceof XpalError && error.who !== "writeWhole") throw error;
    const reason =
      error instanceof XpalError ? error.message.replace(/^.* and (.*?)(?:, got .*|;.*)?$/, "$1") : reasonOf(error);
    throw new XpalError("bad-argument", {
      who: "predict",
      argument: "--out",
      rule: `must be a file that can be written, but ${reason}`,
      value: this.#path,
      wayOut: "free some space; the same command then continues where it stopped",
    });
  }
}
