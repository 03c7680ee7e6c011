// One step of an install, build or test: its name, how long it takes, and its output only when it fails.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Node 18 knows no `import.meta.dirname`, and has to get as far as being refused.
export const root = path.resolve(fileURLToPath(import.meta.url), '../../..');

export const isSealed = !fs.existsSync(path.join(root, 'app'));

export const tool = (name, ...args) => [path.join(root, 'node_modules/.bin', name), args];

export class StepFailed extends Error {
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/**
 * Runs a command as one step and resolves with its output.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, note?: () => string }} [options] `note` is added to the closing
 * line
 */
export function step(name, command, args, { env = {}, note = () => '' } = {}) {
  return timed(name, note, async () => {
    const { code, signal, output } = await run(command, args, env);
    if (signal === 'SIGKILL')
      throw new StepFailed(
        `${name} was killed, as systems do when memory runs out: a build takes 2 GB.`,
        output,
      );
    if (code !== 0) throw new StepFailed(`${name} failed (${[command, ...args].join(' ')})`, output);
    return output;
  });
}

/**
 * Runs steps beside each other where cores are free, and fails with all that failed.
 * @param {(() => Promise<unknown>)[]} steps
 */
export async function stepsBeside(...steps) {
  const failures = [];
  const keep = (error) => failures.push(error);
  if (os.availableParallelism() === 1) for (const one of steps) await one().catch(keep);
  else await Promise.all(steps.map((one) => one().catch(keep)));
  if (failures.length === 0) return;
  if (failures.length === 1) throw failures[0];
  const join = (part) => failures.map(part).join('\n');
  throw new StepFailed(
    join(({ message }) => message),
    join(({ output, stack }) => output ?? stack),
  );
}

async function timed(name, note, work) {
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`;
  const { isTTY } = process.stdout;
  const [start, end] = isTTY ? ['\r', '\u001b[K\n'] : ['', '\n']; // over the running line, and what is left of it
  process.stdout.write(isTTY ? `\r› ${name} …\u001b[K` : `› ${name} …\n`);
  const ticker = setInterval(() => isTTY && process.stdout.write(`\r› ${name} … ${seconds()}\u001b[K`), 1000);
  try {
    const result = await work();
    process.stdout.write(`${start}✓ ${name}, ${seconds()}${note()}${end}`);
    return result;
  } catch (error) {
    process.stdout.write(`${start}✗ ${name}, ${seconds()}${note()}${end}`);
    throw error;
  } finally {
    clearInterval(ticker);
  }
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let endedBy = '';
const graceMs = 20_000;

/** Makes a signal end the step that runs, which gets time to put its things away, and let no other begin. */
export function endOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (endedBy) return;
      endedBy = signal;
      for (const child of running) child.kill('SIGTERM');
      setTimeout(() => [...running].map((child) => child.kill('SIGKILL')), graceMs).unref();
    });
}

async function run(command, args, env) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const [code, signal] = await endOf(child);
  return { code, signal, output };
}

/**
 * Waits for a process, which ends with this one.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<[number | null, NodeJS.Signals | null]>}
 */
export async function endOf(child) {
  running.add(child);
  const end = () => child.kill();
  process.prependOnceListener('exit', end);
  if (endedBy) end();
  const result = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...ended) => resolve(ended));
  }).finally(() => {
    running.delete(child);
    process.removeListener('exit', end);
  });
  if (endedBy) throw new StepFailed(`Ended by ${endedBy}.`, '');
  return result;
}

export function fail(error) {
  if (error instanceof StepFailed) process.stderr.write(`\n${error.output}\n${error.message}\n`);
  else process.stderr.write(`\n${error?.stack ?? error}\n`);
  process.exit(1);
}
