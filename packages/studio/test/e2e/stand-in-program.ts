// A server that answers as OpenAI-compatible ones do, whatever the test wants it to say, and as slowly.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the stand-in says of an item. */
type Reply = (text: string) => { readonly status?: number; readonly said: string; readonly delayMs?: number };

export interface StandIn {
  readonly endpoint: string;
  /** What was asked, in the order of arrival. */
  readonly asked: readonly { readonly text: string; readonly key: string | undefined }[];
  /** How many questions wait for their answer. */
  readonly underWay: number;
  reply: Reply;
  stop(): Promise<void>;
}

/** Starts one on this machine. */
export async function startStandIn(reply: Reply): Promise<StandIn> {
  const asked: { text: string; key: string | undefined }[] = [];
  const standIn = { asked, reply, endpoint: "", underWay: 0, stop };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
      const text = messages.find(({ role }) => role === "user")?.content ?? "";
      asked.push({ text, key: request.headers.authorization });
      standIn.underWay++;
      response.on("close", () => standIn.underWay--);
      const { status = 200, said, delayMs = 0 } = standIn.reply(text);
      const choices = [{ message: { role: "assistant", content: said }, finish_reason: "stop" }];
      const answer = JSON.stringify({ choices, usage: { prompt_tokens: 100, completion_tokens: 2 } });
      const send = () => response.writeHead(status, { "content-type": "application/json" }).end(answer);
      setTimeout(send, delayMs).unref();
    });
  });
  function stop(): Promise<void> {
    server.closeAllConnections();
    return new Promise((done) => void server.close(() => done()));
  }
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", () => done()));
  standIn.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return standIn;
}
