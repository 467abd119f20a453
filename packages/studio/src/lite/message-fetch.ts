// Requests to a worker of the page, as `fetch` makes them to a server: each has a port of its own, over which the head of
// the answer comes first and its body in parts, so that a live stream is an answer like any other.

/** A request on its way. */
interface SentRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Blob | null;
}

/** What comes back: the head, parts of the body, the end; or that there was no answer. */
type Reply =
  | { readonly status: number; readonly headers: readonly (readonly [string, string])[] }
  | { readonly part: Uint8Array }
  | { readonly end: true }
  | { readonly failure: string };

interface Poster {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** Makes requests to a worker that serves them. */
export function messageFetch(worker: Poster): (path: string, init?: RequestInit) => Promise<Response> {
  return (path, { method = "GET", headers, body = null, signal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const { port1, port2 } = new MessageChannel();
      let parts: ReadableStreamDefaultController<Uint8Array> | undefined;
      const cancel = () => {
        port1.postMessage("cancel");
        port1.close();
      };
      // Once an answer has begun it comes whole, or its reader cancels it: Firefox reports a body that breaks off as an error of the page.
      signal?.addEventListener("abort", () => {
        if (parts !== undefined) return;
        cancel();
        reject(aborted());
      });
      port1.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ("failure" in data) {
          port1.close();
          parts?.error(new TypeError(data.failure)); // the answer has begun: whoever reads it must not wait for its end
          return reject(new TypeError(data.failure));
        }
        if ("part" in data) return parts?.enqueue(data.part);
        if ("end" in data) {
          port1.close();
          return parts?.close();
        }
        const stream = new ReadableStream<Uint8Array>({
          start: (controller) => {
            parts = controller;
          },
          cancel,
        });
        resolve(new Response(stream, { status: data.status, headers: Object.fromEntries(data.headers) }));
      };
      const sent: SentRequest = { path, method, headers: [...new Headers(headers)], body: body as SentRequest["body"] };
      worker.postMessage(sent, [port2]);
    });
}

interface Scope {
  addEventListener(type: "message", listener: (event: MessageEvent<SentRequest>) => void): void;
}

/** Inside of the worker: answers the requests that come. */
export function serveFetch(scope: Scope, answer: (request: Request) => Response | Promise<Response>): void {
  scope.addEventListener("message", ({ data, ports: [port] }) => {
    void reply(data, port, answer);
  });
}

async function reply(
  { path, method, headers, body }: SentRequest,
  port: MessagePort,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const abort = new AbortController();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const post = (message: Reply, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  port.onmessage = () => {
    abort.abort();
    void reader?.cancel().catch(() => {});
  };
  try {
    const request = new Request(new URL(path, "http://page"), {
      method,
      headers: Object.fromEntries(headers),
      body,
      signal: abort.signal,
    });
    // Firefox gives requests no stream of their body, and routes that take a file in would find nothing.
    if (request.body === undefined) {
      Object.defineProperty(request, "body", { value: body === null ? null : new Response(body).body });
    }
    const response = await answer(request);
    post({ status: response.status, headers: [...response.headers] });
    reader = response.body?.getReader();
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
      post({ part: part.value });
    }
    post({ end: true });
  } catch (error) {
    if (!abort.signal.aborted) post({ failure: (error as Error).message });
  }
}

function aborted(): DOMException {
  return new DOMException("cancelled", "AbortError");
}
