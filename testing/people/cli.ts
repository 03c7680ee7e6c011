import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const commandFile = path.resolve(import.meta.dirname, '../../public/cli');

type CliResult = { code: number | null; out: string; err: string };
type CliRunOptions = { cwd?: string; env?: Record<string, string>; input?: string | Buffer };

export class CommandHome {
  readonly home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-cli-'));
  readonly env: NodeJS.ProcessEnv;

  constructor(env: Record<string, string> = {}) {
    const { PATH = '', TMPDIR = os.tmpdir() } = process.env;
    this.env = { NODE_ENV: 'production', PATH, TMPDIR, HOME: this.home, ...env };
  }

  file = (name: string): string => path.join(this.home, name);

  write(name: string, content: string | Buffer): string {
    fs.mkdirSync(path.dirname(this.file(name)), { recursive: true });
    fs.writeFileSync(this.file(name), content);
    return this.file(name);
  }

  start(args: string[], { cwd = this.home, env = {} }: CliRunOptions = {}): ChildProcess {
    return spawn(process.execPath, [commandFile, ...args], { cwd, env: { ...this.env, ...env } });
  }

  run(args: string[], ways: CliRunOptions = {}): Promise<CliResult> {
    const child = this.start(args, ways);
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(ways.input ?? '');
    return ended(child);
  }

  /** Another one takes its place within a test. */
  replacedBy(env: Record<string, string> = {}): CommandHome {
    this.remove();
    return new CommandHome(env);
  }

  remove = () => fs.rmSync(this.home, { recursive: true, force: true });
}

export function ended(child: ChildProcess): Promise<CliResult> {
  const ran: CliResult = { code: null, out: '', err: '' };
  child.stdout?.on('data', (data) => {
    ran.out += data;
  });
  child.stderr?.on('data', (data) => {
    ran.err += data;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ran, code })));
}

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
