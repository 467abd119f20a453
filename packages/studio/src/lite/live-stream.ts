// A stream of server-sent events that comes as the body of an answer: what `EventSource` is for a server.

/** Dispatches each event under its name; "error" when the stream ends before it is closed. */
export class LiveStream extends EventTarget {
  readonly #abort = new AbortController();
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #isClosed = false;

  /** @param request Asks for the stream. */
  constructor(request: (signal: AbortSignal) => Promise<Response>) {
    super();
    void this.#read(request);
  }

  close(): void {
    this.#isClosed = true;
    // A stream that is being read is cancelled: Firefox reports one that is aborted as an error of the page.
    if (this.#reader === undefined) this.#abort.abort();
    else void this.#reader.cancel().catch(() => {});
  }

  async #read(request: (signal: AbortSignal) => Promise<Response>): Promise<void> {
    try {
      const response = await request(this.#abort.signal);
      this.#reader = response.body?.getReader();
      const reader = this.#reader;
      if (!response.ok || reader === undefined) throw new Error("no stream");
      if (this.#isClosed) await reader.cancel();
      const decoder = new TextDecoder();
      let left = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const blocks = (left + decoder.decode(part.value, { stream: true })).split("\n\n");
        left = blocks.pop() ?? "";
        for (const block of blocks) if (!this.#isClosed) this.#dispatch(block);
      }
    } catch {
      // told below
    }
    if (!this.#isClosed) this.dispatchEvent(new Event("error"));
  }

  #dispatch(block: string): void {
    const fields = block.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line) ?? ["", "", ""]);
    const of = (name: string) => fields.filter(([, field]) => field === name).map(([, , value]) => value);
    this.dispatchEvent(new MessageEvent(of("event")[0] ?? "message", { data: of("data").join("\n") }));
  }
}
