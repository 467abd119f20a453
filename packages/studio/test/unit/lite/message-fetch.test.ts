import { describe, expect, test } from "vitest";
import { LiveStream } from "../../../src/lite/live-stream.ts";
import { messageFetch, serveFetch } from "../../../src/lite/message-fetch.ts";

/** A page and its worker in one thread. */
function pair(answer: (request: Request) => Response | Promise<Response>) {
  const scope = new EventTarget();
  serveFetch(scope as never, answer);
  return messageFetch({
    postMessage: (message, transfer) => {
      scope.dispatchEvent(new MessageEvent("message", { data: message, ports: transfer as never }));
    },
  });
}

/** A promise that is kept from outside. */
function later() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("a request to a worker of the page", () => {
  test("carries method, address, headers and body, and brings back status, headers and body", async () => {
    const ask = pair(async (request) =>
      Response.json(
        {
          method: request.method,
          path: new URL(request.url).pathname + new URL(request.url).search,
          type: request.headers.get("content-type"),
          body: await request.json(),
        },
        { status: 201, headers: { "x-said": "yes" } },
      ),
    );
    const headers = { "content-type": "application/json" };
    const response = await ask("/api/projects?after=2", { method: "POST", headers, body: '{"a":1}' });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-said")).toBe("yes");
    expect(await response.json()).toEqual({
      method: "POST",
      path: "/api/projects?after=2",
      type: "application/json",
      body: { a: 1 },
    });
  });

  test("has its body as a stream also in Firefox, whose requests have none: files came in empty", async () => {
    const ask = pair(async ({ body }) => new Response(body === null ? "nothing" : await new Response(body).text()));
    const known = Object.getOwnPropertyDescriptor(Request.prototype, "body") as PropertyDescriptor;
    Object.defineProperty(Request.prototype, "body", { configurable: true, get: () => undefined });
    try {
      expect(await (await ask("/", { method: "POST", body: new Blob(["x,y\n1,2"]) })).text()).toBe("x,y\n1,2");
      expect(await (await ask("/")).text()).toBe("nothing");
    } finally {
      Object.defineProperty(Request.prototype, "body", known);
    }
  });

  test("that nobody can answer is rejected", async () => {
    const ask = pair(() => {
      throw new Error("broken");
    });
    await expect(ask("/")).rejects.toThrow("broken");
  });

  test("whose answer failed half way was waited for without end", async () => {
    const half = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("half")),
      pull: (controller) => controller.error(new Error("broken")),
    });
    const answer = await pair(() => new Response(half))("/");
    await expect(answer.text()).rejects.toThrow("broken");
  });

  test("that is aborted is rejected, and whoever answers is told", async () => {
    const told = later();
    const ask = pair(
      (request) =>
        new Promise(() => {
          request.signal.addEventListener("abort", () => told.resolve());
        }),
    );
    const abort = new AbortController();
    const answer = ask("/", { signal: abort.signal });
    abort.abort();
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await told.promise;
  });

  test("of a live stream gives its events one by one, whatever the parts are cut into", async () => {
    const left = later();
    const ask = pair(
      () =>
        new Response(
          new ReadableStream({
            start(controller) {
              const say = (text: string) => controller.enqueue(new TextEncoder().encode(text));
              say("event: events\ndata: [1]\nid: 1\n\nevent: ev");
              say("ents\ndata: [2]\n\n");
            },
            cancel: () => left.resolve(),
          }),
        ),
    );
    const stream = new LiveStream((signal) => ask("/live", { signal }));
    const heard: string[] = [];
    await new Promise<void>((done) => {
      stream.addEventListener("events", (event) => {
        heard.push((event as MessageEvent<string>).data);
        if (heard.length === 2) done();
      });
    });
    expect(heard).toEqual(["[1]", "[2]"]);
    stream.close();
    await left.promise; // whoever answers is told that nobody listens
  });

  test("of a live stream that ends says so", async () => {
    const ask = pair(() => new Response("event: here\ndata: 0\n\n"));
    const stream = new LiveStream((signal) => ask("/live", { signal }));
    await new Promise((done) => stream.addEventListener("error", done));
  });
});
