// What the calls of the REST API do. Who may call is decided before (api-routes.ts).
import type { Store } from "@xpal/store";
import { isUnsettled } from "../../protocol/agreement-of.ts";
import { type ClassNames, classNames } from "../../protocol/classes.ts";
import type { ConfusionCounts, ListedProject } from "../../protocol/messages.ts";
import { hideInModel } from "../accounts/hide-answers.ts";
import { type Person, seesAnswers, worksOn } from "../accounts/person.ts";
import { exportFile } from "../exchange/export-file.ts";
import type { Imports } from "../exchange/imports.ts";
import { bundledDemos } from "../projects/bundled-demos.ts";
import { createDemo } from "../projects/demos.ts";
import { nextItems } from "../projects/next-items.ts";
import type { OpenProject } from "../projects/open-project.ts";
import type { OpenProjects } from "../projects/open-projects.ts";
import { ProjectList } from "../projects/project-list.ts";
import { secondItem } from "../projects/second-items.ts";
import { StudioError } from "../studio-error.ts";
import { agreementInfo } from "./agreement-info.ts";
import type { Announcer } from "./announcer.ts";
import { decideItems, labelItems } from "./answer-items.ts";
import type { ApiHandlers } from "./call-types.ts";
import { createFromUpload } from "./create-from-upload.ts";
import { HandedChecks } from "./handed-checks.ts";
import type { Webhook, Webhooks } from "./webhooks.ts";

/** What the handlers work with. */
export interface HandlerParts {
  readonly store: Store;
  readonly openProjects: OpenProjects;
  readonly imports: Imports;
  readonly webhooks: Webhooks;
  readonly announcer: Announcer;
  readonly clock: () => Date;
}

/** One handler per call. */
export function apiHandlers({ store, openProjects, imports, webhooks, announcer, clock }: HandlerParts): ApiHandlers {
  const list = new ProjectList(store);
  const checks = new HandedChecks(store.records);
  return {
    projects: async (_, { person }) => (await list.read()).filter(({ id }) => worksOn(person, id)).map(listed),
    project: async ({ project }) => {
      const found = (await list.read()).find(({ id }) => id === project);
      if (found === undefined) throw new StudioError("not-found", `there is no project ${JSON.stringify(project)}`);
      return listed(found);
    },
    upload: async ({ name, file }, { person }, signal) => {
      checkMayCreate(person); // a project file becomes a project at once, and anything else is of use for one only
      const brought = await imports.upload(file, name, signal);
      return "project" in brought ? brought : { upload: brought.import };
    },
    createProject: async (asked, { person }) => {
      checkMayCreate(person);
      if (!("demo" in asked)) return { project: (await createFromUpload(imports, asked)).id };
      const { id } = await createDemo(store, clock, bundledDemos, asked.demo);
      await announcer.imported(id);
      return { project: id };
    },
    removeProject: async ({ project }) => {
      await openProjects.remove(project);
      return {};
    },
    items: async ({ project, ids }) => {
      const openProject = await openProjects.of(project);
      return ids.split(",").map((id) => openProject.viewOf(itemOf(openProject, Number(id))));
    },
    next: async ({ project, count = 1 }, { id, person }, signal) => {
      const openProject = await openProjects.of(project);
      const { item: second } = await secondItem(openProject, `api-${id}`, person.name);
      const { suggestions, open, inHand } = await nextItems(openProject, count, `api-${id}`, () => signal);
      const twice = second === null ? [] : [{ item: second, from: "second" as const }];
      const chosen = [...twice, ...suggestions].slice(0, count);
      await checks.gave(project, id, chosen, (item) => openProject.isOpen(item));
      return { items: chosen.map(({ item, ...why }) => ({ ...openProject.viewOf(item), ...why })), open, inHand };
    },
    label: async ({ project, labels }, { id, person }) => {
      const openProject = await openProjects.of(project);
      const results = await labelItems(openProject, person, labels, clock(), await checks.of(project, id));
      await announcer.answered(project, openProject, done(results));
      return { results };
    },
    disputed: async ({ project }) => {
      const openProject = await openProjects.of(project);
      const { state } = openProject;
      const nameOf = (to: unknown) => (typeof to === "number" ? (state.classes.get(to)?.name ?? null) : null);
      return [...state.opinions]
        .filter(([item]) => isUnsettled(state, item))
        .map(([item, given]) => ({
          item: openProject.viewOf(item),
          counts: nameOf(state.facts.get(item)?.to),
          opinions: [...given].map(([by, { to, at }]) => ({ by, label: nameOf(to), at })),
        }));
    },
    review: async ({ project, decisions }, { person }) => {
      const openProject = await openProjects.of(project);
      const results = await decideItems(openProject, person, decisions, clock());
      await announcer.answered(project, openProject, done(results));
      return { results };
    },
    agreement: async ({ project }) => {
      const openProject = await openProjects.of(project);
      const names = classNames(openProject.state);
      const { confusion, ...info } = agreementInfo(openProject);
      return {
        ...info,
        confusion: confusion.map(({ counts, ...one }) => ({ ...one, counts: namedCounts(counts, names) })),
      };
    },
    model: async ({ project }, { person }) => {
      const openProject = await openProjects.of(project);
      const model = await openProject.ask("model", openProject.history());
      if (!seesAnswers(person)) return hideInModel(model);
      return { ...model, confusion: namedCounts(model.confusion, classNames(openProject.state)) };
    },
    forecast: async ({ project, target }, _, signal) => {
      const openProject = await openProjects.of(project);
      return openProject.ask("forecast", { target: target ?? null, history: openProject.history() }, signal);
    },
    export: async ({ project, format, all }) => {
      return exportFile(await openProjects.of(project), { format, answeredOnly: all === "0" });
    },
    modelFile: async ({ project }) => {
      const openProject = await openProjects.of(project);
      const name = `${openProject.fileTitle}.model.json`;
      return { name, type: "application/json", body: await openProject.ask("modelFile", null) };
    },
    webhooks: async (_, { person }) =>
      (await webhooks.list()).filter((one) => inReach(person, one.project)).map(shownWebhook),
    addWebhook: async (asked, { id, person, account }) => {
      if (!inReach(person, asked.project))
        throw new StudioError("role", "a token that is limited to some projects cannot watch others");
      if (asked.project !== null) await openProjects.check(asked.project);
      const { webhook, secret } = await webhooks.add(asked, { by: person.name, account, token: id });
      return { ...shownWebhook(webhook), secret };
    },
    removeWebhook: async ({ webhook }, { person }) => {
      const found = (await webhooks.list()).find(({ id, project }) => id === webhook && inReach(person, project));
      if (found === undefined) throw new StudioError("not-found", "there is no such webhook");
      await webhooks.remove(webhook);
      return {};
    },
  };
}

function checkMayCreate({ projects }: Person): void {
  if (projects !== null) throw new StudioError("role", "a token that is limited to some projects cannot create others");
}

/** What is known by class id, by the names that programs know classes by. */
function named<T>(byId: Readonly<Record<number, T>>, names: ClassNames): Record<string, T> {
  return Object.fromEntries(Object.entries(byId).map(([id, value]) => [names[Number(id)], value]));
}

function namedCounts(counts: ConfusionCounts, names: ClassNames): Record<string, Record<string, number>> {
  return named(Object.fromEntries(Object.entries(counts).map(([id, row]) => [id, named(row, names)])), names);
}

function listed({ id, title, itemCount, classes, labelled, aside }: ListedProject) {
  return { id, title, items: itemCount, classes, labelled, aside };
}

function itemOf(openProject: OpenProject, item: number): number {
  if (item < openProject.itemCount) return item;
  throw new StudioError("not-found", `there is no item ${item}: the project has ${openProject.itemCount} items`);
}

function done(results: readonly { item: number; done: boolean }[]): number[] {
  return results.filter((one) => one.done).map(({ item }) => item);
}

/** The secret is told once, to whoever adds it. */
function shownWebhook({ id, url, events, project, at, by }: Webhook) {
  return { id, url, events, project, at, by };
}

/** A webhook without a project hears of all. */
function inReach(person: Person, project: string | null): boolean {
  return project === null ? person.projects === null : worksOn(person, project);
}
