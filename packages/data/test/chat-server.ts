// A server that speaks OpenAI's chat protocol on this machine, for tests: it answers as it is told to.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came. */
export interface ChatRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: { readonly model: string; readonly messages: readonly { role: string; content: string }[] };
}

/** What to answer: a text of the program, or a whole answer of the server. */
export type ChatAnswer = string | { status: number; json: unknown; headers?: Record<string, string>; afterMs?: number };

export interface ChatServer {
  readonly endpoint: string;
  readonly requests: ChatRequest[];
  close(): void;
}

/** The item that a request asks about. */
export function itemOf({ body }: ChatRequest): Record<string, string> {
  return JSON.parse(body.messages[1].content.split("\n")[1]) as Record<string, string>;
}

/** The answer of a chat with some text. */
export function chatJson(content: string | null, more: object = {}, finish = "stop") {
  return {
    choices: [{ message: { role: "assistant", content, ...more }, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 2 },
  };
}

export async function chatServer(answerTo: (request: ChatRequest, nth: number) => ChatAnswer): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const server = createServer((incoming, response) => {
    let text = "";
    incoming.on("data", (piece) => {
      text += piece;
    });
    incoming.on("end", () => {
      const request = { path: incoming.url ?? "", headers: incoming.headers, body: JSON.parse(text || "{}") };
      requests.push(request);
      const said = answerTo(request, requests.length);
      const answer = typeof said === "string" ? { status: 200, json: chatJson(said) } : said;
      const headers = { "content-type": "application/json", ...("headers" in answer ? answer.headers : {}) };
      const send = () => response.writeHead(answer.status, headers).end(JSON.stringify(answer.json));
      if ("afterMs" in answer) setTimeout(send, answer.afterMs).unref();
      else send();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
