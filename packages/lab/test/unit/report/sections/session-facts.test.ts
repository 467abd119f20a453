import { describe, expect, test } from "vitest";
import type { SessionRecord } from "../../../../src/records/experiment.ts";
import { page } from "../../../../src/report/page.ts";
import { reportParts } from "../../../../src/report/report-parts.ts";
import { sessionFacts, threadsText } from "../../../../src/report/sections/session-facts.ts";
import { smallExperiment } from "../../analysis/results/small-experiment.ts";

const experiment = smallExperiment({ strategies: ["xpal", "us"], repetitions: 2 }); // 12 runs
const { environment } = experiment;
const here: SessionRecord = { version: "0.0.0", node: "v0", machine: "a machine", threads: 2, seconds: 12, runs: 12 };
const server = { ...here, machine: "a server", threads: 8 };
const ranIn = (...sessions: SessionRecord[]) => ({ ...experiment, environment: { ...environment, sessions } });
const facts = (...sessions: SessionRecord[]) => sessionFacts(ranIn(...sessions));

describe("how an experiment ran", () => {
  test("in one session, or with none kept, is said as it was", () => {
    const plain = sessionFacts(experiment);
    expect(plain).toEqual([
      ["Machine", "a machine"],
      ["Threads", "2"],
      ["Duration", "12 s"],
      ["Finished", "2026-01-01T00:00:00Z"],
      ["Version", "xpal 0.0.0, Node v0"],
    ]);
    expect(facts(here)).toEqual(plain);
  });
  test("was said of the last of several machines only", () => {
    const sessions = [
      { ...server, runs: 5, seconds: 60 },
      { ...server, runs: 6, seconds: 60 },
      { ...here, runs: 1 },
    ];
    expect(facts(...sessions)).toEqual([
      ["Ran on", "a server, 8 threads, xpal 0.0.0, Node v0: 11 runs in 2 min, 2 sessions"],
      ["Ran on", "a machine, 2 threads, xpal 0.0.0, Node v0: 1 run in 12 s"],
      ["Duration", "12 s, in 3 sessions"],
      ["Finished", "2026-01-01T00:00:00Z"],
    ]);
    expect(threadsText(ranIn(...sessions).environment)).toBe("2 to 8 threads");
  });
  test("in several sessions of one kind says how many", () => {
    const [, , duration] = facts({ ...here, runs: 4 }, { ...here, runs: 8 });
    expect(duration).toEqual(["Duration", "12 s, in 2 sessions"]);
  });
  test("says how many runs the store had before, unless a session was killed", () => {
    const found = ["Found in the store", "4 runs that no session of this plan has done"];
    expect(facts({ ...here, runs: 8 })).toContainEqual(found);
    const { runs: _, ...killed } = here;
    expect(facts({ ...here, runs: 8 }, killed).map(([name]) => name)).not.toContain("Found in the store");
    expect(facts(server, killed)).toContainEqual(["Ran on", "a machine, 2 threads, xpal 0.0.0, Node v0: 12 s"]);
  });
  test("gave runs that were stored before the duration of the others", async () => {
    const tileOf = async (...sessions: SessionRecord[]) => {
      const shown = page(await reportParts(ranIn(...sessions), { maps: false, paper: false }));
      return /<li><b>([^<]*)<\/b> <span>(runs[^<]*)<\/span>/.exec(shown)?.slice(1).join(" ");
    };
    expect(await tileOf({ ...here, runs: 4 })).toBe("4 of 12 runs in 12 s on 2 threads; 8 were stored before");
    expect(await tileOf({ ...here, runs: 3 }, { ...here, runs: 8 })).toBe(
      "11 of 12 runs in 12 s on 2 threads; 1 was stored before",
    );
    expect(await tileOf({ ...here, runs: 0 })).toBe("12 runs, all of them stored before");
    expect(await tileOf(here)).toBe("12 runs in 12 s on 2 threads");
    const { runs: _, ...killed } = here;
    expect(await tileOf({ ...here, runs: 4 }, killed)).toBe("12 runs in 12 s on 2 threads"); // who did which is not known
  });
  test("said the threads and the Node of the command that watched a queue, as if it had done the runs", async () => {
    const { threads: _, ...watched } = { ...here, machine: "workers on a queue; report: a machine" };
    const { threads: __, ...onQueue } = { ...environment, ...watched, sessions: [watched] };
    const parts = { ...experiment, environment: onQueue };
    expect(sessionFacts(parts)).toEqual([
      ["Machine", "workers on a queue; report: a machine"],
      ["Duration", "12 s"],
      ["Finished", "2026-01-01T00:00:00Z"],
      ["Version", "xpal 0.0.0"],
    ]);
    expect(threadsText(onQueue)).toBeNull();
    expect(page(await reportParts(parts, { maps: false, paper: false }))).toContain("runs in 12 s<");
    expect(facts(server, watched)).toContainEqual([
      "Ran on",
      "workers on a queue; report: a machine, xpal 0.0.0: 12 runs in 12 s",
    ]);
    expect(threadsText(ranIn(server, watched).environment)).toBeNull();
  });
  test("is on the page, and so is the machine that times were measured on", async () => {
    const time = { strategy: "xpal", pointCount: 500, classCount: 2, seconds: 0.01, machine: "a server" };
    const parts = await reportParts(ranIn(server, here), { maps: false, paper: false, computationTimes: [time] });
    expect(page(parts)).toContain("<dt>Ran on</dt><dd>a server, 8 threads");
    expect(page(parts)).toContain("runs in 12 s on 2 to 8 threads");
    expect(page(parts)).toContain("Measured on a server.");
  });
});
