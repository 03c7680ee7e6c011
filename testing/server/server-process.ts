import { type ChildProcessByStdio, spawn } from 'node:child_process';
import os from 'node:os';
import type { Readable } from 'node:stream';
import { commandOf, descendants } from './process-tree';

export type PartOfServer = 'app' | 'pages' | 'database' | 'all';
export type ProcessExit = { code: number | null; signal: NodeJS.Signals | null };
export type LaunchOptions = {
  command: readonly string[];
  cwd: string;
  env: Record<string, string>;
  uid?: number;
};

/** One run of a program of ours. `command`: the arguments of `node`. */
export class ServerProcess {
  output = '';
  readonly exit: Promise<ProcessExit>;
  private readonly child: ChildProcessByStdio<null, Readable, Readable>;

  constructor({ command, cwd, env, uid }: LaunchOptions) {
    this.child = spawn(process.execPath, command, {
      cwd,
      // Nothing else of the developer's own environment.
      env: { PATH: process.env.PATH ?? '', TMPDIR: os.tmpdir(), HOME: cwd, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid, gid: uid }),
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.on('data', (data: Buffer) => {
        this.output += data;
      });
    }
    this.exit = new Promise((resolve) =>
      this.child.once('close', (code, signal) => resolve({ code, signal })),
    );
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Resolves once `text` was printed; rejects with the output when the process ends first. */
  async says(text: string): Promise<void> {
    const heard = new Promise<true>((resolve) => {
      const check = () => this.output.includes(text) && resolve(true);
      for (const stream of [this.child.stdout, this.child.stderr]) stream.on('data', check);
      check();
    });
    const end = await Promise.race([heard, this.exit]);
    if (end !== true) {
      throw new Error(`The server ended (${end.code ?? end.signal}) without "${text}":\n${this.output}`);
    }
  }

  signal(signal: 'SIGTERM' | 'SIGINT' | 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  /** Sends SIGKILL to the process that owns the port, the pages, the database, or all of them. */
  kill(what: PartOfServer): void {
    for (const pid of this.pidsOf(what)) sendSignal(pid, 'SIGKILL');
  }

  pidsOf(what: PartOfServer): number[] {
    const below = descendants(this.pid);
    const isPages = (pid: number) => commandOf(pid).includes('dist/pages.mjs');
    return {
      app: [this.pid],
      pages: below.filter(isPages),
      database: below.filter((pid) => !isPages(pid)),
      all: [this.pid, ...below],
    }[what];
  }
}

/** Does nothing to one that ended by itself meanwhile. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
