// Rejections of the studio, with a code that the HTTP layer maps to a status once (http/rejection.ts).

/**
 * An error with a code for programs and one sentence for people.
 * @example new StudioError("no-project", "there is no project of that name").code // "no-project"
 */
export class StudioError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "StudioError";
    this.code = code;
  }
}
