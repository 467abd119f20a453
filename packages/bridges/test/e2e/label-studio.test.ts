// The bridge as it is built, against a server that speaks Label Studio's documented API.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bridge, type BridgeReport, type LabelStudioBridgeOptions, startLabelStudioBridge } from "@xpal/bridges";
import { generator, Learner } from "@xpal/core";
import { applyRecipe, bundled, cellText, columnOf, fitRecipe, type Table } from "@xpal/data";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { until } from "./json-server.ts";
import { configOf, LabelStudioServer, LEGACY, PERSONAL, PROJECT, type StandInOptions } from "./label-studio-server.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-bridge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const iris = bundled("iris");
const messages = bundled("messages");
const cells = (table: Table, row: number) =>
  Object.fromEntries(table.columns.filter(({ name }) => name !== table.target).map((c) => [c.name, cellText(c, row)]));
const truthOf = (table: Table, row: number) => cellText(columnOf(table, table.target ?? ""), row) ?? "";
const classesOf = (table: Table) => [...new Set(Array.from({ length: table.rows }, (_, row) => truthOf(table, row)))];

const TABLE = '<Table name="text" value="$row"/>';
const TEXT = '<Text name="text" value="$text"/>';

interface Predicted {
  readonly result: { value: { choices: string[] } }[];
}

interface Running {
  readonly server: LabelStudioServer;
  readonly bridge: Bridge;
  readonly reports: BridgeReport[];
  readonly failures: string[];
  readonly addresses: string[];
}

async function serve(options: StandInOptions): Promise<LabelStudioServer> {
  const server = await LabelStudioServer.start(options);
  closing.push(() => server.down());
  return server;
}

async function run(server: LabelStudioServer, more: Partial<LabelStudioBridgeOptions> = {}): Promise<Running> {
  const [reports, failures, addresses]: [BridgeReport[], string[], string[]] = [[], [], []];
  const bridge = await startLabelStudioBridge({
    ...{ url: server.url, token: LEGACY, project: PROJECT, port: 0, connect: true, every: 3600, firstPauseMs: 1 },
    onReport: (report) => reports.push(report),
    onFailure: (message) => failures.push(message),
    onAddress: (url) => addresses.push(url),
    ...more,
  });
  closing.push(() => bridge.close());
  return { server, bridge, reports, failures, addresses };
}

/** Waits until the bridge has pushed an order made of so many labels. */
const learned = ({ reports }: Running, labelled: number) => until(() => reports.at(-1)?.labelled === labelled);

const texts = ["the app crashes", "refund my money", "it crashes at start", "where is my refund", "a crash again"];
const small: StandInOptions = {
  config: configOf(["bug", "money"], TEXT),
  data: [...texts, ...texts].map((text, i) => ({ text: `${text} number ${i}` })),
};

describe("a person who always labels the task with the lowest score", () => {
  const SHARE = 0.9;

  test("needs fewer labels than one who labels at random, for most tasks to be predicted right", async () => {
    const table = await iris;
    const data = Array.from({ length: table.rows }, (_, row) => ({ row: cells(table, row) }));
    const server = await serve({ config: configOf(classesOf(table), TABLE), data });
    const truth = new Map([...server.tasks.keys()].map((id, row) => [id, truthOf(table, row)]));
    const running = await run(server, { model: "paper", count: 5 });
    let needed = 0;
    for (let right = 0; right < SHARE * table.rows; needed++) {
      const task = server.nextTask() ?? expect.unreachable();
      expect(server.tasks.get(task)?.annotations).toEqual([]); // nobody is asked twice
      await server.annotate(task, truth.get(task) ?? "");
      await learned(running, needed + 1);
      const tasks = [...server.tasks.values()];
      const { results } = (await (await server.predict(tasks)).json()) as { results: Predicted[] };
      expect(results).toHaveLength(tasks.length);
      right = tasks.filter(({ id, annotations }, at) => {
        return annotations.length > 0 || results[at].result[0].value.choices[0] === truth.get(id);
      }).length;
    }
    expect(server.lostWebhooks).toBe(0);
    const random = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((seed) => labelsAtRandom(table, seed)));
    expect(needed).toBeLessThan(random.reduce((sum, one) => sum + one, 0) / random.length);
  });

  /** The same model, without the bridge. */
  async function labelsAtRandom(table: Table, seed: number): Promise<number> {
    const { features, kernel, classes } = applyRecipe(fitRecipe(table).recipe, table);
    const learner = await Learner.create({ features, kernel, classes, seed });
    const chance = generator(seed);
    for (let labels = 1; ; labels++) {
      const open = learner.labels.unlabelled();
      const row = open[chance.nextIndex(open.length)];
      await learner.label(row, truthOf(table, row));
      const predicted = await learner.predict();
      const right = predicted.filter((name, at) => learner.labels.has(at) || name === truthOf(table, at)).length;
      if (right < SHARE * table.rows) continue;
      await learner.close();
      return labels;
    }
  }

  test("gets texts in order too, and each round has a version of its own whose predecessors are removed", async () => {
    const table = await messages;
    const rows = Array.from({ length: 230 }, (_, i) => i); // more than two pages
    const name = table.columns[0].name;
    const data = rows.map((row) => ({ text: cells(table, row)[name] }));
    const server = await serve({ config: configOf(classesOf(table), TEXT), data, accessLasts: 7 });
    const running = await run(server, { token: PERSONAL, count: 20 });
    expect(running.reports[0]).toMatchObject({ version: "xpal-1", items: 230, labelled: 0, open: 230, pushed: 20 });
    // Before the first label nothing is predicted, but there is an order.
    expect(server.predictions.map(({ result }) => result)).toEqual(new Array(20).fill([]));
    const ids = [...server.tasks.keys()];
    for (let labels = 1; labels <= 3; labels++) {
      const task = server.nextTask() ?? expect.unreachable();
      await server.annotate(task, truthOf(table, ids.indexOf(task)));
      await learned(running, labels);
    }
    expect(server.versions).toEqual([1, 2, 3, 4].map((n) => `xpal-${n}`));
    expect(new Set(server.predictions.map((one) => one.model_version))).toEqual(new Set(["xpal-4"]));
    expect(server.backendVersion).toBe("xpal-4"); // by which the Data Manager shows scores
    const scores = server.predictions.map(({ score }) => score);
    expect(scores).toEqual(Array.from({ length: 20 }, (_, place) => place / 20));
    expect(server.predictions[0].result[0]).toMatchObject({ from_name: "label", to_name: "text", type: "choices" });
    expect(server.refreshes).toBeGreaterThan(1); // access tokens ran out
    expect(running.failures).toEqual([]);
  });
});

describe("what changes in Label Studio", () => {
  test("counts: answers changed, deleted in both spellings, skipped, overruled; tasks added and removed", async () => {
    const server = await serve(small);
    const running = await run(server);
    const [a, b, c, d] = server.tasks.keys();
    const first = await server.annotate(a, "bug");
    await learned(running, 1);
    const second = await server.annotate(b, "money");
    await learned(running, 2);
    await server.change(a, first, "money");
    await until(() => running.reports.length === 4);
    await server.remove(a, first, "ANNOTATIONS_DELETED");
    await learned(running, 1);
    expect(running.reports.at(-1)?.open).toBe(9);
    await server.remove(b, second, "ANNOTATION_DELETED");
    await learned(running, 0);
    await server.annotate(c, "");
    await until(() => running.reports.at(-1)?.skipped === 1);
    await server.annotate(d, "bug");
    await server.annotate(d, "money", { ground_truth: true });
    await server.annotate(d, "bug");
    await learned(running, 1);
    await running.bridge.settle();
    const added = await server.add([{ text: "my card was charged twice" }, { text: "it crashed" }]);
    await until(() => running.reports.at(-1)?.items === 12);
    expect(running.reports.at(-1)).toMatchObject({ labelled: 1, skipped: 1, open: 10, pushed: 10 });
    expect(server.predictions.map(({ task }) => task)).toEqual(expect.arrayContaining(added));
    await server.removeTask(a);
    await until(() => running.reports.at(-1)?.items === 11);
    expect([server.lostWebhooks, running.failures]).toEqual([0, []]);
  });

  test("reaches the model: a changed answer changes what is predicted of its like", async () => {
    const server = await serve(small);
    const running = await run(server);
    const [a, b, , , , f] = server.tasks.keys(); // f has the text of a
    const annotation = await server.annotate(a, "bug");
    await server.annotate(b, "money");
    await learned(running, 2);
    const called = async () => {
      const task = server.tasks.get(f) ?? expect.unreachable();
      const { results } = (await (await server.predict([task])).json()) as { results: Predicted[] };
      return results[0].result[0].value.choices[0];
    };
    expect(await called()).toBe("bug");
    const rounds = running.reports.length;
    await server.change(a, annotation, "money");
    await until(() => running.reports.length > rounds);
    expect(await called()).toBe("money");
  });

  test("is found also when webhooks are lost, and an order that has not changed is not pushed again", async () => {
    const server = await serve(small);
    const running = await run(server, { every: 1 });
    server.talks = false;
    await server.annotate([...server.tasks.keys()][0], "bug");
    await learned(running, 1);
    await running.bridge.settle();
    await running.bridge.settle();
    expect(server.versions).toEqual(["xpal-1", "xpal-2"]);
  });

  test("is tried again after errors of the server, and after the server was away", async () => {
    const server = await serve(small);
    const running = await run(server);
    server.server.fail(503, 3);
    const [a, b] = server.tasks.keys();
    await server.annotate(a, "bug");
    await learned(running, 1);
    expect(running.failures).toEqual([]);
    await server.down();
    await server.annotate(b, "money");
    await until(() => running.failures.length > 0);
    expect(running.failures[0]).toMatch(/must answer, but after 5 attempts it cannot be reached \(ECONNREFUSED\)$/);
    await server.up();
    await learned(running, 2);
  });

  test("is read from older servers, which take one prediction at a time and keep old versions", async () => {
    const server = await serve({ ...small, old: true });
    const running = await run(server);
    await server.annotate(server.nextTask() ?? expect.unreachable(), "bug");
    await learned(running, 1);
    expect(server.versions).toEqual(["xpal-1", "xpal-2"]);
    expect(server.predictions).toHaveLength(19);
  });

  test("leaves predictions of other models alone", async () => {
    const server = await serve(small);
    const [a] = server.tasks.keys();
    server.predictions.push({ task: a, result: [], score: 0, model_version: "theirs" });
    await run(server, { once: true });
    expect(server.predictions.filter(({ model_version }) => model_version === "theirs")).toHaveLength(1);
  });

  test("while a model learns, webhooks are answered before Label Studio gives up", async () => {
    const table = await bundled("digits");
    const data = Array.from({ length: 600 }, (_, row) => ({ row: cells(table, row) }));
    const server = await serve({ config: configOf(classesOf(table), TABLE), data });
    const running = await run(server, { count: 20 });
    const ids = [...server.tasks.keys()];
    for (let row = 0; row < 12; row++) await server.annotate(ids[row], truthOf(table, row)); // faster than it learns
    await learned(running, 12);
    expect(server.lostWebhooks).toBe(0);
    expect(running.reports.length).toBeLessThan(12); // they did not wait for the model: what came meanwhile is learned together
  });
});

test("images are compared by vectors from a file, and those without one are left out", async () => {
  const data = Array.from({ length: 9 }, (_, i) => ({ image: `/data/upload/3/0a1b2c3d-pic${i}.png` }));
  const config = configOf(["cat", "dog"], '<Image name="text" value="$image"/>');
  const server = await serve({ config, data });
  const file = join(folder, "vectors.csv");
  const lines = Array.from({ length: 8 }, (_, i) => `pic${i}.png,${i % 2},${i / 100},${(i * 7) % 5}`);
  writeFileSync(file, `file,v1,v2,v3\n${lines.join("\n")}\n`);
  const running = await run(server, { embeddings: file });
  expect(running.reports[0]).toMatchObject({ items: 9, leftOut: 1, open: 8, pushed: 8 });
  const ids = [...server.tasks.keys()];
  await server.annotate(ids[0], "cat");
  await server.annotate(ids[1], "dog");
  await learned(running, 2);
  writeFileSync(file, "name,v1\nx,1\ny,2\n");
  await expect(run(server, { embeddings: file, once: true })).rejects.toThrow(
    /--embeddings must have a column that tells whose vector a row is.*id, image, file/,
  );
  await expect(run(server, { once: true })).rejects.toThrow(/--embeddings must give a vector.*"\$image"/);
});

test("only the order is pushed with --blind", async () => {
  const server = await serve(small);
  const [a, b] = server.tasks.keys();
  await server.annotate(a, "bug");
  await server.annotate(b, "money");
  const { reports } = await run(server, { blind: true, once: true });
  expect(reports).toMatchObject([{ labelled: 2, open: 8, pushed: 8 }]);
  expect(server.predictions.map(({ result }) => result)).toEqual(new Array(8).fill([]));
});

describe("one sentence says what is wrong", () => {
  const wrong = async (more: Partial<LabelStudioBridgeOptions>, config = small.config) => {
    const server = await serve({ ...small, config });
    const error = await run(server, { once: true, ...more }).then(
      () => expect.unreachable(),
      (reason: Error) => reason,
    );
    expect(error.name).toBe("StudioError");
    return error.message;
  };

  test("with a token, which is never repeated", async () => {
    const said = await wrong({ token: "not-a-token-of-theirs" });
    expect(said).toMatch(
      /the token must be accepted by 127\.0\.0\.1:\d+, but it answered 401 \(Invalid token Token \[token\]\)/,
    );
    expect(said).not.toContain("not-a-token");
    const jwt = PERSONAL.replace("e30", "e31");
    const expired = await wrong({ token: jwt });
    expect(expired).toMatch(/must be a personal access token that .* still accepts, but it answered 401/);
    expect(expired).not.toContain(jwt);
  });

  test("with the project, the address or the configuration", async () => {
    expect(await wrong({ project: 8 })).toMatch(
      /--project must be the number of a project that the token may see, got 8/,
    );
    expect(await wrong({ url: "https://label.example.org" })).toMatch(
      /would go to label\.example\.org; agree with --yes/,
    );
    expect(await wrong({ url: "http://label.example.org" })).toMatch(/label\.example\.org, unencrypted; agree/);
    expect(await wrong({ url: "http://me:pw@localhost:1" })).not.toContain("pw");
    expect(await wrong({ host: "0.0.0.0", once: false })).toMatch(/host must be 127\.0\.0\.1 unless TLS/);
    expect(await wrong({}, `<View>${TEXT}</View>`)).toMatch(/must have a <Choices> tag.*Labeling Interface/);
    const multiple = small.config.replace("single", "multiple");
    expect(await wrong({}, multiple)).toMatch(/must take one answer per task/);
    expect(await wrong({ choices: "mood" })).toMatch(/--choices must name a <Choices>.*it has label/);
    expect(await wrong({ fields: ["body"] })).toMatch(/no item has "body"/);
  });

  test("with a server that fails for good", async () => {
    const server = await serve(small);
    server.server.fail(500, 1000);
    const error = await run(server, { once: true }).catch((reason: Error) => reason.message);
    expect(error).toMatch(/must answer, but after 5 attempts it answered 500 \(trouble, said Token \[token\]\)/);
  });
});

describe("the backend's routes", () => {
  test("take the key, in the path or as a password", async () => {
    const server = await serve(small);
    const { addresses } = await run(server);
    const [address] = addresses;
    const { origin, pathname } = new URL(address);
    const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    expect(await (await fetch(`${origin}/health`)).json()).toEqual({ status: "UP", model_class: "xPAL" });
    expect(await (await fetch(`${address}/health`)).json()).toMatchObject({ status: "UP" });
    const calls = ["setup", "predict", "webhook", "train", "job_status", "delete", "versions"];
    for (const call of calls) {
      expect((await post(`${origin}/${call}`, {})).status).toBe(401);
      expect((await post(`${origin}/wrong/${call}`, {})).status).toBe(401);
    }
    const basic = `Basic ${Buffer.from(`xpal:${pathname.slice(1)}`).toString("base64")}`;
    const told = await post(`${origin}/setup`, { project: `${PROJECT}.1` }, { authorization: basic });
    expect(await told.json()).toEqual({ model_version: "xpal-1" });
    expect((await post(`${address}/setup`, { project: "99.1" })).status).toBe(400);
    const schema = await post(`${address}/setup`, { project: `${PROJECT}.1`, schema: "<View/>" });
    expect([schema.status, JSON.stringify(await schema.json())]).toEqual([400, expect.stringContaining("<Choices>")]);
    for (const body of ["", "[]", "{", "7"])
      expect((await fetch(`${address}/webhook`, { method: "POST", body })).status).toBe(400);
    for (const action of ["LABEL_LINK_CREATED", "PROJECT_UPDATED", "SOMETHING_NEW", undefined])
      expect((await post(`${address}/webhook`, { action, project: { label_config: small.config } })).status).toBe(201);
    expect(await (await post(`${address}/train`, {})).json()).toEqual({ job: "xpal" });
  });

  test("believe no label in a webhook, and give tasks that are not known yet a place at the end", async () => {
    const server = await serve(small);
    const running = await run(server);
    const [a] = server.tasks.keys();
    const forged = { id: 1, task: a, result: [], was_cancelled: false };
    await fetch(`${running.addresses[0]}/webhook`, {
      method: "POST",
      body: JSON.stringify({ action: "ANNOTATION_CREATED", annotation: forged }),
    });
    await running.bridge.settle();
    expect(running.reports).toHaveLength(1);
    const { results } = (await (await server.predict([{ id: 99_999, data: { text: "?" } }])).json()) as {
      results: object[];
    };
    expect(results).toEqual([{ result: [], score: 1, model_version: "xpal-1" }]);
  });

  test("have the same address after a restart", async () => {
    const server = await serve(small);
    const paths: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { bridge, addresses } = await run(server);
      paths.push(new URL(addresses[0]).pathname);
      await bridge.close();
    }
    expect(paths[0]).toBe(paths[1]);
    expect(paths[0]).not.toContain(LEGACY);
  });
});
