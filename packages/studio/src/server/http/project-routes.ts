// Everything about one open project.
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { agreementSchema } from "../../protocol/agreement.ts";
import { DEFAULT_ANNOTATOR } from "../../protocol/annotator.ts";
import { annotatorSchema, type LoggedEvent } from "../../protocol/events.ts";
import { MAX_COST, MAX_RULE_LENGTH, MAX_SEARCH_LENGTH } from "../../protocol/limits.ts";
import {
  aheadSchema,
  countsSchema,
  eventsAnswerSchema,
  eventsRequestSchema,
  forecastAnswerSchema,
  heldSchema,
  itemSchema,
  labelCostsSchema,
  lookSchema,
  mapSchema,
  modelSchema,
  nextSchema,
  predictionsSchema,
  projectSchema,
  secondOpinionSchema,
  soonSchema,
} from "../../protocol/messages.ts";
import { hideAnswers, hideInLook, hideInModel } from "../accounts/hide-answers.ts";
import { ownEvents } from "../accounts/own-events.ts";
import { OWNER, seesAnswers } from "../accounts/person.ts";
import { agreementInfo } from "../api/agreement-info.ts";
import { changedItems } from "../projects/changed-items.ts";
import { checkedLabelCosts, checkRisk } from "../projects/checked-risk.ts";
import { heldItems, itemAhead, nextItems } from "../projects/next-items.ts";
import type { OpenProject } from "../projects/open-project.ts";
import type { OpenProjects } from "../projects/open-projects.ts";
import { secondItem } from "../projects/second-items.ts";
import { sentAgain } from "../projects/sent-again.ts";
import { StudioError } from "../studio-error.ts";
import { numberQuery, projectParams, reading, writing } from "./api-route.ts";

const params = projectParams;
/** A window of the page, by an id of its own making. */
const windowId = z.string().regex(/^[\w-]{8,64}$/);
const itemNumbers = z.string().regex(/^\d+(,\d+){0,199}$/);
const itemQuery = z.object({ item: numberQuery });
const logged = z.array(z.any().openapi({ type: "object" }));
/** Browsers and proxies drop a silent stream; a word now and then keeps it. */
const HEARTBEAT_MS = 15_000;

/** Bytes and type of an image of a project. */
export type ImageOf = (
  project: string,
  openProject: OpenProject,
  name: string,
) => Promise<{ readonly bytes: Uint8Array; readonly type: string }>;

/** Called with the items whose label is another one. */
type OnAnswers = (project: string, openProject: OpenProject, items: readonly number[]) => Promise<void>;

/** Adds the routes of projects to the server. */
export function projectRoutes(
  app: OpenAPIHono,
  openProjects: OpenProjects,
  imageOf: ImageOf,
  isStillIn: (context: Context) => Promise<boolean>,
  onAnswers: OnAnswers = async () => {},
): void {
  app.openapi(
    reading("/api/projects/{project}", "A project and its log", {
      params,
      query: z.object({ after: numberQuery.optional() }),
      answer: z.object({ project: projectSchema, events: logged }),
    }),
    async (context) => {
      const openProject = await openOf(context);
      await openProject.catchUp();
      const events = await openProject.log(context.req.valid("query").after ?? 0);
      return context.json({ project: openProject.info(), events: shownTo(context, events) }, 200);
    },
  );
  app.openapi(
    writing("/api/projects/{project}/events", "Answers and other events, stored in their order", {
      params,
      body: eventsRequestSchema,
      answer: eventsAnswerSchema,
    }),
    async (context) => {
      const openProject = await openOf(context);
      const person = context.get("person") ?? OWNER;
      const { events } = context.req.valid("json");
      const again = await sentAgain(openProject, person.name, events);
      const fresh = events.filter(({ id }) => !again.has(id));
      const { allowed, rejected } = ownEvents(person, fresh, openProject.state);
      checkRisk(openProject, allowed);
      const changed = changedItems(openProject, allowed);
      const { results, last } = await openProject.submit(allowed);
      const known = [...again].map(([id, sequence]) => ({ id, sequence, rejection: null }));
      const rejections = rejected.map((one) => ({ ...one, sequence: null }));
      const stored = new Set(results.filter(({ rejection }) => rejection === null).map(({ id }) => id));
      void onAnswers(context.req.valid("param").project, openProject, changed(stored));
      return context.json({ results: [...known, ...results, ...rejections], last }, 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/next", "The items to ask for next", {
      params,
      query: z.object({
        count: numberQuery.max(50).optional(),
        window: windowId.optional(),
        back: itemNumbers.optional(),
      }),
      answer: nextSchema,
    }),
    async (context) => {
      const { count = 8, window, back } = context.req.valid("query");
      const openProject = await openOf(context);
      const signal = () => context.req.raw.signal;
      const items = back?.split(",").map(Number);
      return context.json(await nextItems(openProject, Math.max(1, count), window, signal, items), 200);
    },
  );
  app.openapi(
    reading(
      "/api/projects/{project}/label-costs",
      "What the labels of the open items would cost by a column or a rule",
      {
        params,
        query: z.object({ rule: z.string().trim().min(1).max(MAX_RULE_LENGTH) }),
        answer: labelCostsSchema,
      },
    ),
    async (context) => {
      return context.json(checkedLabelCosts(await openOf(context), context.req.valid("query").rule), 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/second", "An item that somebody else has answered, for a second opinion", {
      params,
      query: z.object({ window: windowId, by: annotatorSchema.optional() }),
      answer: secondOpinionSchema,
    }),
    async (context) => {
      const { window, by } = context.req.valid("query");
      const name = (context.get("person") ?? OWNER).name ?? by ?? DEFAULT_ANNOTATOR;
      return context.json(await secondItem(await openOf(context), window, name), 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/look", "What the answers for an item would do", {
      params,
      query: itemQuery.extend({ window: windowId.optional(), turn: numberQuery.optional() }),
      answer: lookSchema,
    }),
    async (context) => {
      const openProject = await openOf(context);
      const query = context.req.valid("query");
      const item = itemOf(openProject, query.item);
      const { window, turn } = query;
      if (window !== undefined) await openProject.leases.change((held) => held.show(window, item, turn));
      const look = await openProject.ask("look", { item }, context.req.raw.signal);
      const name = blindName(context);
      return context.json(name === null ? look : hideInLook(look, openProject.state, name), 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/ahead", "The next item after an answer", {
      params,
      query: z.object({ item: numberQuery, answer: numberQuery.optional(), window: windowId.optional() }),
      answer: aheadSchema,
    }),
    async (context) => {
      const openProject = await openOf(context);
      const { item, answer = null, window } = context.req.valid("query");
      if (answer !== null && !openProject.state.classes.has(answer))
        throw new StudioError("bad-argument", `there is no class ${answer}`);
      const ask = { item: itemOf(openProject, item), answer };
      const asked = itemAhead(openProject, ask, window, context.req.raw.signal);
      const overtaken = (error: { code?: string }) => {
        if (error.code !== "stale") throw error;
        return { sequence: openProject.state.sequence, item, next: null, stale: true };
      };
      return context.json(await asked.catch(overtaken), 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/model", "How good the model is", { params, answer: modelSchema }),
    async (context) => {
      const openProject = await openOf(context);
      const model = await openProject.ask("model", openProject.history());
      return context.json(blindName(context) === null ? model : hideInModel(model), 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/soon", "What the next few labels are expected to bring", {
      params,
      query: z.object({ labels: numberQuery.min(1).max(10) }),
      answer: soonSchema,
    }),
    async (context) => {
      const { labels } = context.req.valid("query");
      return context.json(await (await openOf(context)).ask("soon", { labels }, context.req.raw.signal), 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/forecast", "How many more labels a target error or mean cost will take", {
      params,
      query: z.object({ target: z.coerce.number().gt(0).max(MAX_COST).optional() }),
      answer: forecastAnswerSchema,
    }),
    async (context) => {
      const { target } = context.req.valid("query");
      const openProject = await openOf(context);
      const ask = { target: target ?? null, history: openProject.history() };
      return context.json(await openProject.ask("forecast", ask, context.req.raw.signal), 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/predictions", "What the model predicts for every item", {
      params,
      query: z.object({ usefulness: z.enum(["0", "1"]).optional() }),
      answer: predictionsSchema,
    }),
    async (context) => {
      const openProject = await openOf(context);
      const usefulness = context.req.valid("query").usefulness === "1";
      return context.json(await openProject.ask("predictions", { usefulness }), 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/counts", "Which columns and words count", { params, answer: countsSchema }),
    async (context) => {
      return context.json(await (await openOf(context)).ask("counts", null, context.req.raw.signal), 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/agreement", "How far people agree", { params, answer: agreementSchema }),
    async (context) => context.json(agreementInfo(await openOf(context)), 200),
  );
  app.openapi(
    reading("/api/projects/{project}/map", "All items in the plane", { params, answer: mapSchema }),
    async (context) => context.json(await (await openOf(context)).ask("map", null), 200),
  );
  app.openapi(
    reading("/api/projects/{project}/items", "Items as they are shown", {
      params,
      query: z.object({ ids: itemNumbers }),
      answer: z.array(itemSchema),
    }),
    async (context) => {
      const openProject = await openOf(context);
      const ids = context.req.valid("query").ids.split(",").map(Number);
      return context.json(
        ids.map((id) => openProject.viewOf(itemOf(openProject, id))),
        200,
      );
    },
  );
  app.openapi(
    reading("/api/projects/{project}/search", "Items that contain a text", {
      params,
      query: z.object({ text: z.string().min(1).max(MAX_SEARCH_LENGTH) }),
      answer: z.object({ items: z.array(z.int()) }),
    }),
    async (context) => {
      const openProject = await openOf(context);
      const { recipe, truth } = openProject.about;
      const secret = blindName(context) === null ? [] : [recipe.label?.column, truth];
      return context.json({ items: matches(openProject, context.req.valid("query").text, secret) }, 200);
    },
  );
  app.openapi(
    reading("/api/projects/{project}/similar", "The items most similar to one", {
      params,
      query: itemQuery,
      answer: z.object({ items: z.array(z.int()) }),
    }),
    async (context) => {
      const openProject = await openOf(context);
      const item = itemOf(openProject, context.req.valid("query").item);
      return context.json({ items: await openProject.ask("similarTo", { item, count: 60 }) }, 200);
    },
  );
  app.get("/api/projects/:project/image", async (context) => {
    const openProject = await openProjects.of(context.req.param("project"));
    const name = context.req.query("name") ?? "";
    if (!openProject.showsImage(name)) throw new StudioError("not-found", "no item of the project has this image");
    const { bytes, type } = await imageOf(context.req.param("project"), openProject, name);
    context.header("content-type", type);
    return context.body(new Uint8Array(bytes));
  });
  app.openapi(
    writing("/api/projects/{project}/windows/{window}", "What a window has in hand; the answer is what it may keep", {
      params: params.extend({ window: windowId }),
      body: heldSchema,
      answer: heldSchema.pick({ items: true }),
    }),
    async (context) => {
      const { window } = context.req.valid("param");
      return context.json({ items: await heldItems(await openOf(context), window, context.req.valid("json")) }, 200);
    },
  );
  app.delete("/api/projects/:project/windows/:window", async (context) => {
    const { leases } = await openProjects.of(context.req.param("project"));
    await leases.change((held) => held.release(context.req.param("window")));
    return context.json({});
  });
  app.get("/api/projects/:project/live", async (context) => {
    const openProject = await openProjects.of(context.req.param("project"));
    const window = windowId.safeParse(context.req.query("window")).data;
    const after = Number(context.req.header("last-event-id") ?? context.req.query("after") ?? Number.NaN);
    return streamSSE(context, async (stream) => {
      let sent = Promise.resolve();
      const send = (events: readonly LoggedEvent[]) => {
        sent = sent.then(async () => {
          // Whoever sees the answers of others may have lost that right since the last event.
          if (blindName(context) === null && !(await isStillIn(context))) return stream.close();
          const id = String(events.at(-1)?.sequence ?? 0);
          await stream.writeSSE({ event: "events", id, data: JSON.stringify(shownTo(context, events)) });
        });
        sent = sent.catch(() => stream.close()); // it asks again for what it missed
      };
      const unwatch = openProject.watch(send);
      const { leases } = openProject;
      if (window !== undefined) await leases.change((held) => held.join(window));
      let left = false;
      const leave = () => {
        if (!left && window !== undefined) leases.change((held) => held.leave(window)).catch(() => {}); // it lapses
        left = true;
        unwatch();
      };
      stream.onAbort(leave);
      const missed = Number.isSafeInteger(after) && after >= 0 ? await openProject.log(after) : [];
      if (missed.length > 0) send(missed);
      await sent;
      while (!stream.aborted && !stream.closed) {
        await stream.writeSSE({ event: "here", data: String(openProject.state.sequence) });
        await stream.sleep(HEARTBEAT_MS);
        if (stream.aborted) break; // also by a studio that has closed, and its store with it
        if (!(await isStillIn(context))) break; // logged out, or shut out, meanwhile
        await openProject.catchUp().catch(() => {}); // the next request says what is the matter
      }
      leave();
    });
  });

  function openOf(context: { req: { param(name: "project"): string } }): Promise<OpenProject> {
    return openProjects.of(context.req.param("project"));
  }
}

/** The name of somebody who must not know the answers of others; null for those who may. */
function blindName(context: Context): string | null {
  const person = context.get("person") ?? OWNER;
  return seesAnswers(person) ? null : person.name;
}

function shownTo(context: Context, events: readonly LoggedEvent[]): LoggedEvent[] {
  const name = blindName(context);
  return name === null ? [...events] : events.map((event) => hideAnswers(event, name));
}

/** An item of the project. Another one is a mistake of the request: "not found" tells the page that the project is gone. */
function itemOf(openProject: OpenProject, item: number): number {
  if (item < openProject.itemCount) return item;
  throw new StudioError("bad-argument", `there is no item ${item}: the project has ${openProject.itemCount} items`);
}

function matches(openProject: OpenProject, text: string, secret: readonly (string | null | undefined)[]): number[] {
  const wanted = text.toLocaleLowerCase();
  const columns = openProject.table.columns.filter(({ name }) => !secret.includes(name));
  const found: number[] = [];
  for (let item = 0; item < openProject.itemCount; item++) {
    const hit = columns.some((column) => {
      if (column.type === "text") return column.values[item]?.toLocaleLowerCase().includes(wanted) ?? false;
      return column.type === "number" && String(column.values[item]) === wanted;
    });
    if (hit) found.push(item);
  }
  return found;
}
