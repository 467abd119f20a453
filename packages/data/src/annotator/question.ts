// What a program that answers is asked, and what comes of it.

/** A class to choose from. */
export interface AnnotatedClass {
  readonly name: string;
  /** What belongs to it, in a sentence or two. */
  readonly description?: string;
}

/** One item and the classes to choose from. */
export interface AnnotationQuestion {
  readonly classes: readonly AnnotatedClass[];
  /** What people who label are told. */
  readonly guidelines?: string;
  /** The item: names of columns and their values. */
  readonly item: Readonly<Record<string, string>>;
}

/** A class, or the reason why the answer names no class: the program is unsure, rejects, or says something else. */
export type AnnotationAnswer =
  | { readonly label: string }
  | { readonly label: null; readonly because: "unsure" | "rejected" | "unreadable" };

/** A message of a chat. */
export interface ChatMessage {
  readonly role: "system" | "user";
  readonly content: string;
}
