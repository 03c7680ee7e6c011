// One step of an install, build or test: its name, how long it takes, and its output only when it fails.
import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** @param {{ env?: Record<string, string>, show?: boolean }} [options] `show` passes the output through */
export async function step(name, command, args, { env = {}, show = false } = {}) {
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`;
  process.stdout.write(show ? `› ${name}\n` : `› ${name} … `);
  const ticker = setInterval(
    () => process.stdout.isTTY && !show && process.stdout.write(`\r› ${name} … ${seconds()} `),
    1000,
  );
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(ticker);
  if (code !== 0) throw new StepFailed(`${name} failed (${command} ${args.join(' ')})`, output);
  process.stdout.write(show ? '' : `${process.stdout.isTTY ? `\r› ${name} … ` : ''}${seconds()}\n`);
}

/** The command of an installed tool, past npx and its own start-up time. */
export const tool = (name, ...args) => [path.join(root, 'node_modules/.bin', name), args];

export class StepFailed extends Error {
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/** Ends the process with a failed step's output, without a trace of ours. */
export function fail(error) {
  process.stdout.write('\n');
  if (error instanceof StepFailed) process.stderr.write(`${error.output}\n${error.message}\n`);
  else process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
}
