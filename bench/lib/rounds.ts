// Rounds in which all sides take their turn in random order, and the table of what came out.
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { busySeconds, cpuOf, peakMiB, resetPeak } from './cost';
import type { Load } from './load';

export type Side = {
  name: string;
  pid: number;
  work: () => Promise<Load>;
  clear?: () => Promise<void> | void;
};

type Turn = Load & {
  userSeconds: number;
  sysSeconds: number;
  peakMiB: number;
  growthMiB: number;
  /** Average number of processors that other programs kept busy. */
  foreignCpus: number;
};

export const rounds = Number(process.env.ROUNDS ?? 5);

/** V8 optimises small requests after some thousands of them. */
const warmUps = { 'MB/s': 1, '/s': 4 };

/** Warms up, measures in turns and prints a row per server; ratios are relative to the first. */
export async function compare(
  title: string,
  sides: Side[],
  unit: keyof typeof warmUps,
  turnsEach = rounds,
): Promise<void> {
  const turns = new Map(sides.map(({ name }) => [name, [] as Turn[]]));
  for (let round = 1 - warmUps[unit]; round <= turnsEach; round++) {
    for (const side of shuffled(sides)) {
      const turn = await takeTurn(side);
      if (round > 0) turns.get(side.name)?.push(turn);
    }
  }
  print(
    turnsEach === rounds ? title : `${title}, ${turnsEach} rounds`,
    sides.map(({ name }) => ({ name, turns: turns.get(name) ?? [] })),
    unit,
  );
}

async function takeTurn({ pid, work, clear }: Side): Promise<Turn> {
  await clear?.();
  execFileSync('sync');
  resetPeak(pid);
  const [before, cpu, busy] = [peakMiB(pid), cpuOf(pid), busySeconds()];
  const load = await work();
  const after = cpuOf(pid);
  const [userSeconds, sysSeconds] = [after.user - cpu.user, after.sys - cpu.sys];
  const peak = peakMiB(pid);
  const foreignSeconds = busySeconds() - busy - userSeconds - sysSeconds - load.clientCpuSeconds;
  const foreignCpus = foreignSeconds / load.wallSeconds;
  return { ...load, userSeconds, sysSeconds, peakMiB: peak, growthMiB: peak - before, foreignCpus };
}

type Row = { name: string; turns: Turn[] };

function print(title: string, rows: Row[], unit: 'MB/s' | '/s'): void {
  const rateOf = ({ bytes, wallSeconds, opsPerSecond }: Turn) =>
    unit === '/s' ? opsPerSecond : bytes / 1e6 / wallSeconds;
  const reference = median((rows[0]?.turns ?? []).map(rateOf));
  console.log(`\n**${title}**\n`);
  console.log(
    `| | ${unit}, median (min–max) | ratio | user CPU-s/GiB | sys CPU-s/GiB | peak MiB (growth) | client CPU-s | p99 ms | errors | foreign CPUs |`,
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { name, turns } of rows) {
    const of = (figure: (turn: Turn) => number) => median(turns.map(figure));
    const perGiB = (figure: 'userSeconds' | 'sysSeconds') =>
      of((turn) => turn[figure] / (turn.bytes / 2 ** 30)).toFixed(2);
    const rates = turns.map(rateOf);
    const cells = [
      name,
      `${median(rates).toFixed(0)} (${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)})`,
      (median(rates) / reference).toFixed(2),
      perGiB('userSeconds'),
      perGiB('sysSeconds'),
      `${of((turn) => turn.peakMiB).toFixed(0)} (${of((turn) => turn.growthMiB).toFixed(0)})`,
      of((turn) => turn.clientCpuSeconds).toFixed(2),
      of((turn) => turn.p99Ms).toFixed(1),
      turns.reduce((sum, { errors }) => sum + errors, 0),
      of((turn) => turn.foreignCpus).toFixed(2),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

export function introduce(what: string): void {
  const [cpu] = os.cpus();
  console.log(
    `${what}: ${new Date().toISOString().slice(0, 16)}Z, node ${process.version}, ${os.cpus().length} × ${cpu?.model}, ` +
      `${(os.totalmem() / 2 ** 30).toFixed(0)} GiB, load ${os.loadavg()[0]?.toFixed(1)}, median of ${rounds} interleaved rounds`,
  );
}
