import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The command as instances serve it. */
export const commandFile = path.resolve(import.meta.dirname, '../../public/cli');

type Ran = { code: number | null; out: string; err: string };
type Ways = { cwd?: string; env?: Record<string, string>; input?: string | Buffer };

/** A person's machine: a home of its own, with the command in it. */
export class CommandHome {
  readonly home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-cli-'));
  readonly env: NodeJS.ProcessEnv;

  constructor(env: Record<string, string> = {}) {
    this.env = { NODE_ENV: 'production', PATH: process.env.PATH ?? '', HOME: this.home, ...env };
  }

  file = (name: string): string => path.join(this.home, name);

  write(name: string, content: string | Buffer): string {
    fs.mkdirSync(path.dirname(this.file(name)), { recursive: true });
    fs.writeFileSync(this.file(name), content);
    return this.file(name);
  }

  start(args: string[], { cwd = this.home, env = {} }: Ways = {}): ChildProcess {
    return spawn(process.execPath, [commandFile, ...args], { cwd, env: { ...this.env, ...env } });
  }

  run(args: string[], ways: Ways = {}): Promise<Ran> {
    const child = this.start(args, ways);
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(ways.input ?? '');
    return ended(child);
  }

  remove = () => fs.rmSync(this.home, { recursive: true, force: true });
}

export function ended(child: ChildProcess): Promise<Ran> {
  const ran: Ran = { code: null, out: '', err: '' };
  child.stdout?.on('data', (data) => {
    ran.out += data;
  });
  child.stderr?.on('data', (data) => {
    ran.err += data;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ran, code })));
}

/** Each file below a folder with its size, time and sum: what has to be the same at the other end. */
export function treeOf(folder: string): Record<string, string> {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .sort();
  return Object.fromEntries(
    files.map((name) => {
      const file = path.join(folder, name);
      const sum = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
      return [name, `${sum} ${Math.floor(fs.statSync(file).mtimeMs)}`];
    }),
  );
}
