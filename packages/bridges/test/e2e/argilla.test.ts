// The bridge as it is built, against a server that speaks Argilla's documented API.

import { type ArgillaBridgeOptions, type BridgeReport, startArgillaBridge } from "@xpal/bridges";
import { bundled, cellText, columnOf } from "@xpal/data";
import { afterEach, expect, test } from "vitest";
import { type ArgillaOptions, ArgillaServer, KEY } from "./argilla-server.ts";
import { until } from "./json-server.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(options: ArgillaOptions): Promise<ArgillaServer> {
  const argilla = await ArgillaServer.start(options);
  closing.push(() => argilla.server.close());
  return argilla;
}

async function run({ server }: ArgillaServer, more: Partial<ArgillaBridgeOptions> = {}) {
  const [reports, failures]: [BridgeReport[], string[]] = [[], []];
  const bridge = await startArgillaBridge({
    ...{ url: server.url, apiKey: KEY, dataset: "tickets", every: 3600, firstPauseMs: 1 },
    onReport: (report) => reports.push(report),
    onFailure: (message) => failures.push(message),
    ...more,
  });
  closing.push(() => bridge.close());
  return { bridge, reports, failures };
}

const texts = ["the app crashes", "refund my money", "it crashes at start", "where is my refund", "a crash again"];
const small: ArgillaOptions = {
  classes: ["bug", "money"],
  records: [...texts, ...texts].map((text, i) => ({ fields: { text: `${text} number ${i}` } })),
};

test("a person who sorts by xpal_order labels and most messages are suggested right after 20 labels", async () => {
  const table = await bundled("messages");
  const [text, label] = [table.columns[0], columnOf(table, table.target ?? "")];
  const truthAt = (row: number) => cellText(label, row) ?? "";
  const classes = [...new Set(Array.from({ length: table.rows }, (_, row) => truthAt(row)))];
  const records = Array.from({ length: 100 }, (_, row) => ({ fields: { text: cellText(text, row) } }));
  const argilla = await serve({ classes, records });
  const truth = new Map([...argilla.records.keys()].map((id, row) => [id, truthAt(row)]));
  const { bridge, reports, failures } = await run(argilla, { count: 100, model: "paper" });
  for (let labels = 1; labels <= 20; labels++) {
    const id = argilla.next() ?? expect.unreachable();
    argilla.respond(id, truth.get(id) ?? "");
    await bridge.settle();
    expect(reports.at(-1)?.labelled).toBe(labels);
  }
  const open = [...argilla.records.values()].filter(({ responses }) => responses.length === 0);
  const right = open.filter(({ id, suggestions }) => suggestions[0].value === truth.get(id));
  expect(right.length / open.length).toBeGreaterThan(0.6);
  expect(new Set(open.map(({ suggestions }) => suggestions[0].agent))).toEqual(new Set(["xpal"]));
  // Each place is taken once, and what others wrote beside it is still there.
  expect(open.map(({ metadata }) => Number(metadata.xpal_order)).sort((a, b) => a - b)).toEqual(
    open.map((_, place) => place + 1),
  );
  expect(open.every(({ metadata }) => metadata.source === "mail")).toBe(true);
  expect(failures).toEqual([]);
});

test("responses that change, are drafts or discards; records that come, go or have another's suggestion", async () => {
  const argilla = await serve(small);
  const [a, b, c] = argilla.records.keys();
  const { bridge, reports } = await run(argilla, { count: 4 });
  expect(reports).toMatchObject([{ items: 10, labelled: 0, open: 10, pushed: 4 }]);
  const placed = () => [...argilla.records.values()].filter(({ metadata }) => "xpal_order" in metadata).length;
  expect(placed()).toBe(4);
  argilla.respond(a, "bug");
  argilla.respond(b, "money");
  argilla.respond(c, "bug", "draft");
  await bridge.settle();
  expect(reports.at(-1)).toMatchObject({ labelled: 2, skipped: 0, open: 8 });
  expect(placed()).toBe(4); // those that left the order have no place any more
  argilla.respond(a, null);
  await bridge.settle();
  expect(reports.at(-1)).toMatchObject({ labelled: 1, skipped: 1, open: 8 });
  const theirs = { question_id: "", value: "bug", score: 1, agent: "somebody" };
  const next = argilla.records.get(argilla.next() ?? "") ?? expect.unreachable();
  next.suggestions = [{ ...theirs, question_id: next.suggestions[0].question_id }];
  argilla.records.delete(c);
  argilla.respond(a, "money");
  await bridge.settle();
  expect(reports.at(-1)).toMatchObject({ items: 9, labelled: 2 });
  expect(next.suggestions.map(({ agent }) => agent)).toEqual(["somebody"]);
  const pushes = argilla.server.heard.filter(({ method }) => method === "PUT").length;
  await bridge.settle();
  expect(argilla.server.heard.filter(({ method }) => method === "PUT")).toHaveLength(pushes);
});

test("metadata and suggestions that somebody wrote while records were being ranked were overwritten", async () => {
  const argilla = await serve(small);
  const [a, b, c, d] = [...argilla.records.values()];
  argilla.afterPage = () => {
    a.metadata = { source: "corrected by hand" };
    argilla.records.delete(d.id);
  };
  const { bridge, reports, failures } = await run(argilla, { count: 10 });
  expect(a.metadata).toMatchObject({ source: "corrected by hand", xpal_order: expect.any(Number) });
  const theirs = { question_id: argilla.question, value: "money", score: 1, agent: "somebody" };
  argilla.respond(a.id, "bug");
  argilla.afterPage = () => {
    a.metadata = { ...a.metadata, source: "a note" }; // this one loses its place
    b.metadata = { ...b.metadata, source: "another note" };
    c.suggestions = [theirs];
  };
  await bridge.settle();
  expect(reports.at(-1)).toMatchObject({ labelled: 1, open: 8 });
  expect(a.metadata).toEqual({ source: "a note" });
  expect(b.metadata).toMatchObject({ source: "another note", xpal_order: expect.any(Number) });
  expect(b.suggestions).toMatchObject([{ agent: "xpal" }]);
  expect(c.suggestions).toEqual([theirs]);
  expect(failures).toEqual([]);
});

test("metadata of records that kept their place were written again with each suggestion", async () => {
  const argilla = await serve({ ...small, records: small.records.slice(0, 2) });
  const { bridge } = await run(argilla);
  const [first, second] = [...argilla.records.values()].sort(
    (x, y) => Number(x.metadata.xpal_order) - Number(y.metadata.xpal_order),
  );
  // The other one is answered, so the first keeps its place and gets its first suggestion.
  argilla.respond(second.id, "bug");
  await bridge.settle();
  const pushes = argilla.server.heard.filter(({ method }) => method === "PUT");
  const { body } = pushes.at(-1) ?? expect.unreachable();
  const { items } = body as { items: { id: string }[] };
  expect(items.find(({ id }) => id === first.id)).toEqual({
    id: first.id,
    suggestions: [expect.objectContaining({ agent: "xpal" })],
  });
});

test("looks for responses by itself, and again after errors of the server", async () => {
  const argilla = await serve(small);
  const { reports, failures } = await run(argilla, { every: 1, blind: true });
  argilla.server.fail(502, 7);
  argilla.respond(argilla.next() ?? "", "bug");
  await until(() => reports.at(-1)?.labelled === 1);
  expect(failures).toHaveLength(1);
  expect([...argilla.records.values()].flatMap(({ suggestions }) => suggestions)).toEqual([]);
});

test("records are compared by the vectors that they have", async () => {
  const records = Array.from({ length: 8 }, (_, i) => ({
    fields: { text: `http://images/${i}.png` },
    vectors: { look: [i % 2, i / 10, (i * 3) % 4] },
  }));
  const argilla = await serve({ classes: ["cat", "dog"], records, fieldType: "image" });
  const { reports } = await run(argilla, { vector: "look", once: true });
  expect(reports).toMatchObject([{ items: 8, open: 8, pushed: 8 }]);
  await expect(run(argilla, { once: true })).rejects.toThrow(
    /--vector or --embeddings must give a vector.*text \(image\)/,
  );
});

test.each<[Partial<ArgillaBridgeOptions>, Partial<ArgillaOptions>, RegExp]>([
  [{ apiKey: "wrong.key" }, {}, /the API key must be accepted by 127\.0\.0\.1:\d+, but it answered 401/],
  [{}, { role: "annotator" }, /must be that of an owner or an admin/],
  [
    { dataset: "tickts" },
    {},
    /--dataset must be the name of a dataset that the key may see, got "tickts"; it sees tickets/,
  ],
  [{ workspace: "x" }, {}, /--workspace must be one that the key may see, got "x"; it sees shop/],
  [{ question: "mood" }, {}, /--question must be a question of the type label_selection, got "mood"; there are label/],
  [{}, { questionType: "text" }, /must have a question of the type label_selection.*LabelQuestion/],
  [{ url: "https://argilla.example.org" }, {}, /would go to argilla\.example\.org; agree with --yes/],
])("%j says what is wrong", async (more, options, said) => {
  const argilla = await serve({ ...small, ...options });
  await expect(run(argilla, { once: true, ...more })).rejects.toThrow(said);
});
