// What the rounds of bench/s3.ts come to: a line for each kind of work, and the ratios that matter.
import { median } from './rounds';

/** `rate` is MB/s or files/s. */
export type Figures = { rate: number; cpuSecondsPerGiB: number };
export type Results = Record<string, Figures[]>;

export function report(all: Results[]): void {
  const of = (name: string, figure: keyof Figures) =>
    median(all.flatMap((results) => results[name] ?? []).map((figures) => figures[figure]));
  for (const name of Object.keys(all[0] ?? {})) {
    const unit = name.includes('files') ? 'files/s' : 'MB/s';
    const [rate, cpu] = [of(name, 'rate').toFixed(0), of(name, 'cpuSecondsPerGiB').toFixed(2)];
    console.log(`${name.padEnd(22)}${rate.padStart(6)} ${unit.padEnd(8)}${cpu} CPU-s/GiB`);
  }
  const ratio = (ours: string, other: string) => (of(ours, 'rate') / of(other, 'rate')).toFixed(2);
  console.log(`
up with sha256 to plain client   ${ratio('ours up, sha256', 'plain up')}
down to plain client             ${ratio('ours down', 'plain down')}
down, read by Node, to the same  ${ratio('ours down, Node reads', 'plain down')}
presigned down to plain client   ${ratio('ours down, presigned', 'plain down')}
64 KiB files to @tus/s3-store    ${ratio('ours 64 KiB files', 'stock 64 KiB files')}`);
}
