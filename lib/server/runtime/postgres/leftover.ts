import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadConfiguration } from '@/lib/server/config';

/** Waits for the PostgreSQL of a killed process to stop, and signals it after a while. Requires the instance lock. */
export async function endLeftover(data: string): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    const pid = runningPid(data);
    if (pid === null) return removePidFile(data);
    if (waited > 0 && waited % 5000 === 0) process.kill(pid, waited > 5000 ? 'SIGQUIT' : 'SIGINT');
    if (waited > 30_000)
      throw new BadConfiguration(`A PostgreSQL (process ${pid}) still runs in ${data} and does not stop.`);
    await sleep(50);
  }
}

const pidFile = (data: string) => path.join(data, 'postmaster.pid');

/** After a reboot or in another container, the pid may belong to any process. */
export function removePidFile(data: string): void {
  if (runningPid(data) === null) fs.rmSync(pidFile(data), { force: true });
}

function runningPid(data: string): number | null {
  try {
    const pid = Number(fs.readFileSync(pidFile(data), 'utf8').split('\n')[0]);
    process.kill(pid, 0);
    if (process.platform !== 'linux') return pid;
    const isZombie = /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    // The data folder is in its command line; another cluster's server is not ours to stop.
    const isOurs = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
    return isOurs && !isZombie ? pid : null;
  } catch {
    return null;
  }
}
