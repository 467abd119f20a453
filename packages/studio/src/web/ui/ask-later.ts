// A question that follows what the person does, such as typing: it is asked when they pause, and only the answer to the last
// one counts, in whatever order the answers come.

/** Asks after a pause; what it returns takes the question back. Without an answer all stays as it is. */
export function askLater<T>(pauseMs: number, ask: () => Promise<T>, tell: (answer: T) => void): () => void {
  let isCurrent = true;
  const timer = setTimeout(() => {
    const told = ask().then((answer) => {
      if (isCurrent) tell(answer);
    });
    told.catch(() => {}); // the page says elsewhere that it is offline
  }, pauseMs);
  return () => {
    isCurrent = false;
    clearTimeout(timer);
  };
}
