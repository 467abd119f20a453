// What the bridge knows of a project's tasks. All of it can be read again; what is noted here is what has to be.
import type { BridgeItem } from "../bridge-item.ts";
import type { Json } from "./label-studio-api.ts";
import type { LabellingConfig } from "./labelling-config.ts";
import { type ReadTask, readTask } from "./read-task.ts";

/** The tasks of a project. */
export class KnownTasks {
  readonly #tasks = new Map<number, ReadTask>();
  readonly #taskOf = new Map<number, number>();

  /** Items by ascending number, so that the same tasks give the same pool. */
  get items(): BridgeItem[] {
    return [...this.#tasks.values()].sort((a, b) => a.id - b.id).map(({ item }) => item);
  }

  get size(): number {
    return this.#tasks.size;
  }

  get annotations(): number {
    return this.#taskOf.size;
  }

  has(id: number): boolean {
    return this.#tasks.has(id);
  }

  /** The task of an annotation that was seen. */
  taskOf(annotation: number): number | undefined {
    return this.#taskOf.get(annotation);
  }

  replaceAll(tasks: readonly Json[], config: LabellingConfig): void {
    this.#tasks.clear();
    this.#taskOf.clear();
    for (const task of tasks) this.put(task, config);
  }

  put(json: Json, config: LabellingConfig): void {
    const task = readTask(json, config);
    if (task === null) return;
    this.remove(task.id);
    this.#tasks.set(task.id, task);
    for (const annotation of task.annotations) this.#taskOf.set(annotation, task.id);
  }

  remove(id: number): void {
    for (const annotation of this.#tasks.get(id)?.annotations ?? []) this.#taskOf.delete(annotation);
    this.#tasks.delete(id);
  }
}
