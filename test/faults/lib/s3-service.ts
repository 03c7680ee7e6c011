import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const argumentsOf = (pid: string): string[] => {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return []; // has just ended
  }
};

/** A gateway at a fixed port that can be killed and restarted. */
export function s3ServiceAt(port: number) {
  const isIts = ([command = '', ...args]: string[]) => {
    const file = args[args.indexOf('-c') + 1] ?? '';
    return /(^|\/)radosgw$/.test(command) && fs.readFileSync(file, 'utf8').includes(`127.0.0.1:${port}`);
  };
  const find = () => fs.readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && isIts(argumentsOf(pid)));
  let command: string[] = [];
  return {
    kill: () => {
      const pid = find();
      if (!pid) throw new Error(`No radosgw answers at ${port}.`);
      command = argumentsOf(pid);
      process.kill(Number(pid), 'SIGKILL');
    },
    start: async () => {
      const [file = '', ...args] = command;
      await once(spawn(file, args, { stdio: 'ignore' }), 'exit'); // runs on in the background
      while (!(await takesConnections(port))) await sleep(100);
    },
  };
}

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true));
    socket.once('connect', () => socket.destroy());
    socket.once('error', () => resolve(false));
  });
