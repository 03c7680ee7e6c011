import fs from 'node:fs';
import { commandOf, descendants } from '@/testing/server/process-tree';

export type Usage = { rssMb: number; descriptors: number };

export function usageOf(pid: number): Usage {
  const own = [pid, ...descendants(pid).filter((child) => commandOf(child).includes('dist/pages.mjs'))];
  return {
    rssMb: Math.round(own.reduce((sum, id) => sum + rssBytes(id), 0) / 1e6),
    descriptors: own.reduce((sum, id) => sum + descriptors(id), 0),
  };
}

function rssBytes(pid: number): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kib) * 1024;
}

function descriptors(pid: number): number {
  try {
    return fs.readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0; // ended meanwhile
  }
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
