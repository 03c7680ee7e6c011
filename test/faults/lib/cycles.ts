import { setTimeout as sleep } from 'node:timers/promises';
import { Witness } from './ask';
import { countLost, startLoad } from './load';
import type { Figures, Outcome } from './program';
import { requestsOf, type World } from './world';

export type Fault = {
  name: string;
  on: () => Promise<void> | void;
  off: () => Promise<void> | void;
  /** True when /readyz has to fail meanwhile. */
  isSevere: boolean;
};

export type FaultOptions = {
  cycles: number;
  holdMs: number;
  world: World;
  witness: Witness;
  say: (line: string) => void;
  largestBytes?: number;
};

/** Requests may fail this long after a fault. */
const recoveryMs = 10_000;

/** Breaks and repairs something under load several times. Checks all responses and the data afterwards. */
export async function runFault(fault: Fault, options: FaultOptions): Promise<Outcome> {
  const { world, witness, cycles } = options;
  const load = startLoad(world, witness, options);
  await sleep(1_000);
  const recoveries: number[] = [];
  const failures: string[] = [];
  for (let cycle = 1; cycle <= cycles; cycle++) {
    await fault.on();
    await fetch(`${world.base}/readyz`); // as what watches a node does all the time
    await sleep(options.holdMs);
    failures.push(...(await healthProblems(world.base, fault)));
    await fault.off();
    const tookMs = await untilAllWorks(world);
    recoveries.push(tookMs);
    options.say(`  ${fault.name} ${cycle}/${cycles}: all works again after ${Math.round(tookMs)} ms`);
    await sleep(1_000);
  }
  await load.finish();
  const lost = await countLost(world, witness, load);
  if (lost > 0) failures.push(`${fault.name}: ${lost} acknowledged things were lost`);
  if (Math.max(...recoveries) > recoveryMs) failures.push(`${fault.name}: it took too long to work again`);
  for (const [lie, times] of witness.lies) failures.push(`${fault.name}: ${lie} (${times} ×)`);
  const sent = { uploads: load.uploads.length, shares: load.shares.length, lost };
  return { figures: figuresOf(fault.name, witness, { cycles, recoveries, ...sent }), failures };
}

type FaultTotals = { cycles: number; recoveries: number[]; uploads: number; shares: number; lost: number };

function figuresOf(name: string, witness: Witness, { recoveries, ...totals }: FaultTotals): Figures {
  const sorted = [...recoveries].sort((a, b) => a - b);
  const all = {
    ...totals,
    answers: witness.answers,
    'told to come back': witness.refusals,
    'dishonest answers': [...witness.lies.values()].reduce((sum, times) => sum + times, 0),
    'slowest answer ms': Math.round(witness.slowestMs),
    'recovery p50 ms': Math.round(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0),
    'recovery max ms': Math.round(sorted.at(-1) ?? 0),
  };
  return Object.fromEntries(Object.entries(all).map(([what, value]) => [`${name}: ${what}`, value]));
}

async function healthProblems(base: string, { name, isSevere }: Fault): Promise<string[]> {
  const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(base + path)));
  const problems: string[] = [];
  if (alive?.status !== 200) problems.push(`${name}: /healthz says ${alive?.status}`);
  if (isSevere && ready?.status !== 503) problems.push(`${name}: /readyz says ${ready?.status}`);
  return problems;
}

/**
 * Repeats all kinds of requests until each succeeds once.
 * @returns the milliseconds
 */
async function untilAllWorks(world: World): Promise<number> {
  const began = performance.now();
  for (;;) {
    const all = Object.values(requestsOf(world, new Witness(world.base)));
    const answers = await Promise.all(all.map((ask) => ask()));
    if (answers.every((answer) => answer?.isGood)) return performance.now() - began;
    if (performance.now() - began > 60_000) throw new Error('It never worked again.');
    await sleep(100);
  }
}
