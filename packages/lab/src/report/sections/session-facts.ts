// Where and how the runs were done: in one session, or in several on machines and with threads of their own.
import type { Environment, Experiment, SessionRecord } from "../../records/experiment.ts";
import { count, duration } from "../tables/number-text.ts";

/** Machines, threads, times and versions, each with its name. */
export function sessionFacts(experiment: Pick<Experiment, "environment" | "records">): [string, string][] {
  const { environment } = experiment;
  const { machine, threads, seconds, finishedAt, sessions = [] } = environment;
  const settings = settingsOf(sessions);
  const several = sessions.length > 1 ? `, in ${sessions.length} sessions` : "";
  const times: [string, string][] = [
    ["Duration", `${duration(seconds)}${several}`],
    ["Finished", finishedAt || "not yet"],
    ...foundFacts(foundRuns(experiment)),
  ];
  if (settings.length > 1) return [...settings.map((own): [string, string] => ["Ran on", settingText(own)]), ...times];
  const place: [string, string][] = [
    ["Machine", machine],
    ...(threads === undefined ? [] : [["Threads", String(threads)] as [string, string]]),
  ];
  return [...place, ...times, ["Version", versionText(environment)]];
}

/** The numbers of threads of all sessions: "2 threads", "2 to 8 threads"; null where one of them is not known. */
export function threadsText({ threads, sessions = [] }: Environment): string | null {
  const counts: number[] = [];
  for (const one of sessions.length === 0 ? [{ threads }] : sessions) {
    if (one.threads === undefined) return null;
    counts.push(one.threads);
  }
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return `${least === most ? "" : `${least} to `}${most} ${most === 1 ? "thread" : "threads"}`;
}

/** Sessions with the same machine, threads and versions together, in the order in which the first of each began. */
function settingsOf(sessions: readonly SessionRecord[]): SessionRecord[][] {
  const settings = new Map<string, SessionRecord[]>();
  for (const session of sessions) {
    const { machine, threads, version, node } = session;
    const setting = JSON.stringify([machine, threads, version, node]);
    settings.set(setting, [...(settings.get(setting) ?? []), session]);
  }
  return [...settings.values()];
}

function settingText(sessions: readonly SessionRecord[]): string {
  const [{ machine, threads }] = sessions;
  const runs = runsIn(sessions);
  const done = runs === undefined ? "" : `${count(runs)} ${runs === 1 ? "run" : "runs"} in `;
  const time = duration(sessions.reduce((sum, { seconds }) => sum + seconds, 0));
  const several = sessions.length > 1 ? `, ${sessions.length} sessions` : "";
  const lanes = threads === undefined ? "" : `, ${threads} ${threads === 1 ? "thread" : "threads"}`;
  return `${machine}${lanes}, ${versionText(sessions[0])}: ${done}${time}${several}`;
}

/** Workers have the version of the command that watched them, but their Node and their threads are their own. */
function versionText({ version, node, threads }: Pick<Environment, "version" | "node" | "threads">): string {
  return threads === undefined ? `xpal ${version}` : `xpal ${version}, Node ${node}`;
}

/** Runs of a smaller plan on the same store, say, or of workers while nobody watched. */
function foundFacts(found: number): [string, string][] {
  if (found === 0) return [];
  return [
    ["Found in the store", `${count(found)} ${found === 1 ? "run" : "runs"} that no session of this plan has done`],
  ];
}

/** How many runs no session has done, so that the duration is not theirs; 0 where it is not known. */
export function foundRuns({ environment, records }: Pick<Experiment, "environment" | "records">): number {
  const { sessions = [] } = environment;
  const done = sessions.length === 0 ? undefined : runsIn(sessions);
  return done === undefined ? 0 : Math.max(0, records.length - done);
}

/** How many runs sessions did together; undefined where one did not keep it. */
function runsIn(sessions: readonly SessionRecord[]): number | undefined {
  let sum = 0;
  for (const { runs } of sessions) {
    if (runs === undefined) return undefined;
    sum += runs;
  }
  return sum;
}
