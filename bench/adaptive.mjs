// One row of the benchmark of the kernel that learns: xPAL with the base kernel and with the learning one on it, label after
// label on the same pool in the same process, fits and new weights included. Both take turns, so that other work on the
// machine falls on both. Every tenth choice at up to 500 points is compared with the definition's: a wrong answer is
// never timed.
import { createPool, generator, Labels, learning, meanBandwidth, openSession, rbf, xpal } from "xpal";
import { clusters } from "./clusters.mjs";
import { rounded, summaryOf, timed } from "./timing.mjs";

/** How many times plain xPAL's mean acquisition the learning kernel's may take. */
const MOST_TIMES = 10;

const { points, classes, labels: labelCount, threads } = JSON.parse(process.argv[2]);
const made = clusters({ points, classes, features: 20 });
const base = rbf({ bandwidth: meanBandwidth(points, made.features.cols) });
const plain = await open(base, xpal());
const learnt = await open(learning({ base }), xpal({ ownRisk: 1 }));
for (let i = 0; i < labelCount; i++) for (const run of [plain, learnt]) await ask(run, i);
const timesPlain = summaryOf(learnt.times).mean / summaryOf(plain.times).mean;
console.log(
  JSON.stringify({
    points,
    classes,
    labels: labelCount,
    threads,
    plainMs: summaryOf(plain.times),
    learningMs: summaryOf(learnt.times),
    plainCpuMs: rounded(meanOf(plain.cpu)),
    learningCpuMs: rounded(meanOf(learnt.cpu)),
    timesPlain: rounded(timesPlain),
    timesPlainCpu: rounded(meanOf(learnt.cpu) / meanOf(plain.cpu)),
    withinTarget: points <= 2000 ? timesPlain <= MOST_TIMES : summaryOf(learnt.times).max <= 1500,
    explanation: learnt.session.explain(),
  }),
);
await Promise.all([plain, learnt].map(({ session }) => session.close()));

async function open(kernel, strategy) {
  const pool = createPool({ features: made.features, classes: made.classes, kernel });
  const session = await openSession(pool, { threads });
  return { pool, strategy, session, labels: Labels.none(pool), times: [], cpu: [] };
}

/** Asks and answers one question; the processor's time is taken beside the clock's, since other work may share the machine. */
async function ask(run, i) {
  const { pool, strategy, session, labels } = run;
  const request = { strategy, labels, candidates: labels.unlabelled(), generator: generator(0) };
  const start = process.cpuUsage();
  const { value, ms } = await timed(() => session.scores(request));
  const { user, system } = process.cpuUsage(start);
  run.times.push(ms);
  run.cpu.push((user + system) / 1000);
  if (points <= 500 && i % 10 === 9) await check(pool, request, value);
  const chosen = request.candidates[value.best[0]];
  run.labels = labels.add(chosen, made.truth[chosen]);
}

function meanOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

async function check(pool, request, { best }) {
  const session = await openSession(pool, "definition");
  const expected = await session.scores(request);
  if (expected.best.join() === best.join()) return;
  throw new Error(`the engine chose ${best.join()}, the definition ${expected.best.join()}`);
}
