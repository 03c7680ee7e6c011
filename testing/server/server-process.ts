import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { commandOf, descendants } from './process-tree';

export type Exit = { code: number | null; signal: NodeJS.Signals | null };
export type Launch = { command: readonly string[]; cwd: string; env: Record<string, string>; uid?: number };

/** One run of a program of ours, `command` being what follows `node`: what it says, how it ends, and how to end it. */
export class ServerProcess {
  /** All that it has printed. */
  output = '';
  readonly exit: Promise<Exit>;
  private readonly child: ChildProcessByStdio<null, Readable, Readable>;

  constructor({ command, cwd, env, uid }: Launch) {
    this.child = spawn(process.execPath, command, {
      cwd,
      // Nothing of the developer's own environment.
      env: { PATH: process.env.PATH ?? '', HOME: cwd, NODE_ENV: 'production', ...env },
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

  /** Resolves as soon as it has printed `text`; rejects with its output when it ends before. */
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

  /** `kill -9` of the process that owns the port, of that of the pages, of the database or of everything at once. */
  kill(what: 'app' | 'pages' | 'database' | 'all'): void {
    const below = descendants(this.pid);
    const isPages = (pid: number) => commandOf(pid).includes('dist/pages.mjs');
    const victims = {
      app: [this.pid],
      pages: below.filter(isPages),
      database: below.filter((pid) => !isPages(pid)),
      all: [this.pid, ...below],
    }[what];
    for (const pid of victims) kill9(pid);
  }
}

function kill9(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended by itself meanwhile
  }
}
