// A question that follows what the person does, such as typing: it is asked when they pause, and only the answer to the last
// one counts, in whatever order the answers come.
import { type ApiError, isPassing } from "./api.ts";
import { BackOff } from "./back-off.ts";

/** Asks after a pause, and again where the server fails; what it returns takes the question back. */
export function askLater<T>(
  pauseMs: number,
  ask: () => Promise<T>,
  tell: (answer: T) => void,
  backOff = new BackOff(),
): () => void {
  let isCurrent = true;
  let timer = setTimeout(attempt, pauseMs);
  async function attempt(): Promise<void> {
    try {
      const answer = await ask();
      if (isCurrent) tell(answer);
    } catch (error) {
      if (isCurrent && isPassing(error as ApiError)) timer = setTimeout(attempt, backOff.next());
    }
  }
  return () => {
    isCurrent = false;
    clearTimeout(timer);
  };
}
