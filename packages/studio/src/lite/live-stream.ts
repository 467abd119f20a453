// A stream of server-sent events that comes as the body of an answer: what `EventSource` is for a server.

/** Dispatches each event under its name; "error" when the stream ends before it is closed. */
export class LiveStream extends EventTarget {
  readonly #abort = new AbortController();

  /** @param request Asks for the stream. */
  constructor(request: (signal: AbortSignal) => Promise<Response>) {
    super();
    void this.#read(request);
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(request: (signal: AbortSignal) => Promise<Response>): Promise<void> {
    const { signal } = this.#abort;
    try {
      const response = await request(signal);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      if (!response.ok || reader === undefined) throw new Error("no stream");
      let left = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const blocks = (left + part.value).split("\n\n");
        left = blocks.pop() ?? "";
        for (const block of blocks) if (!signal.aborted) this.#dispatch(block);
      }
    } catch {
      // told below
    }
    if (!signal.aborted) this.dispatchEvent(new Event("error"));
  }

  #dispatch(block: string): void {
    const fields = block.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line) ?? ["", "", ""]);
    const of = (name: string) => fields.filter(([, field]) => field === name).map(([, , value]) => value);
    this.dispatchEvent(new MessageEvent(of("event")[0] ?? "message", { data: of("data").join("\n") }));
  }
}
