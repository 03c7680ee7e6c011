import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

export function descendants(pid: number): number[] {
  const all = processes();
  const below = (id: number): number[] =>
    all.filter(([, parent]) => parent === id).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

/** Empty when the process has ended. */
export function commandOf(pid: number): string {
  if (!fs.existsSync('/proc/self/cmdline')) {
    return spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout;
  }
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function processes(): [pid: number, parent: number][] {
  if (!fs.existsSync('/proc/self/stat')) {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // "pid (any name) state parent …"
        const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return [[Number(name), parent] as [number, number]];
      } catch {
        return []; // ended meanwhile
      }
    });
}
