// One row of the benchmark of the kernel that learns: xPAL with the base kernel and with the learning one on it, label after
// label on the same pool in the same process, refreshes of the weights included. Every tenth choice at up to 500 points
// is compared with the definition's: a wrong answer is never timed.
import { createPool, generator, Labels, learning, meanBandwidth, openSession, rbf, xpal } from "xpal";
import { clusters } from "./clusters.mjs";
import { rounded, summaryOf, timed } from "./timing.mjs";

const { points, classes, labels: labelCount, threads } = JSON.parse(process.argv[2]);
const strategy = xpal({ ownRisk: 1 });
const made = clusters({ points, classes, features: 20 });
const base = rbf({ bandwidth: meanBandwidth(points, made.features.cols) });
const plain = await run(base, xpal());
const learnt = await run(learning({ base }), strategy);
console.log(
  JSON.stringify({
    points,
    classes,
    labels: labelCount,
    threads,
    plainMs: summaryOf(plain.times),
    learningMs: summaryOf(learnt.times),
    learntMs: summaryOf(learnt.times.slice(6)), // before, the base kernel serves
    plainCpuMs: rounded(plain.cpuMs),
    learningCpuMs: rounded(learnt.cpuMs),
    mostCpuMs: { plain: rounded(plain.most), learning: rounded(learnt.most) },
    timesPlain: rounded(summaryOf(learnt.times).mean / summaryOf(plain.times).mean),
    timesPlainCpu: rounded(learnt.cpuMs / plain.cpuMs),
    withinTarget: points <= 2000 ? learnt.cpuMs <= 10 * plain.cpuMs : summaryOf(learnt.times).max <= 1500,
    explanation: learnt.explanation,
  }),
);

/** Labels as a run does; the mean of the processor time beside the clock's, since other work may share the machine. */
async function run(kernel, used) {
  const pool = createPool({ features: made.features, classes: made.classes, kernel });
  const session = await openSession(pool, { threads });
  const times = [];
  let most = 0;
  let labels = Labels.none(pool);
  const before = process.cpuUsage();
  for (let i = 0; i < labelCount; i++) {
    const request = { strategy: used, labels, candidates: labels.unlabelled(), generator: generator(0) };
    const start = process.cpuUsage();
    const { value, ms } = await timed(() => session.scores(request));
    times.push(ms);
    most = Math.max(most, cpuSince(start));
    if (points <= 500 && i % 10 === 9) await check(pool, request, value);
    const chosen = request.candidates[value.best[0]];
    labels = labels.add(chosen, made.truth[chosen]);
  }
  const cpuMs = cpuSince(before) / labelCount;
  const explanation = session.explain();
  await session.close();
  return { times, cpuMs, most, explanation };
}

function cpuSince(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function check(pool, request, { best }) {
  const session = await openSession(pool, "definition");
  const expected = await session.scores(request);
  if (expected.best.join() === best.join()) return;
  throw new Error(`the engine chose ${best.join()}, the definition ${expected.best.join()}`);
}
