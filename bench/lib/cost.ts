// What a server costs: processor time and memory of its processes, as the kernel counts them (Linux).
import fs from 'node:fs';
import { descendants } from '@/testing/server/process-tree';

const ticksPerSecond = 100;

export type Cpu = { user: number; sys: number };

export function cpuOf(pid: number): Cpu {
  const sum = { user: 0, sys: 0 };
  for (const id of [pid, ...descendants(pid)]) {
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = statOf(id).slice(11, 15).map(Number);
    sum.user += (utime + cutime) / ticksPerSecond;
    sum.sys += (stime + cstime) / ticksPerSecond;
  }
  return sum;
}

/** Fields of /proc/PID/stat from the state on. */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

export function resetPeak(pid: number): void {
  fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

export const peakMiB = (pid: number): number => inStatus(pid, 'VmHWM');
export const nowMiB = (pid: number): number => inStatus(pid, 'VmRSS');

function inStatus(pid: number, name: string): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return ''; // ended meanwhile
  }
}

export function busySeconds(): number {
  const [user = 0, nice = 0, sys = 0, , , irq = 0, soft = 0] =
    read('/proc/stat').split('\n', 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
  return (user + nice + sys + irq + soft) / ticksPerSecond;
}
