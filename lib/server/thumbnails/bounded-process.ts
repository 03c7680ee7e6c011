import 'server-only';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';

export type ProcessLimits = { memoryBytes: number; maxOutputBytes: number };

const cpuSeconds = 10;
/** Elapsed time on a busy machine, on which the CPU time is slow to come. */
const elapsedSeconds = 60;

/**
 * Limits memory, CPU time and open files, and forbids writing files and core dumps. A second defence, where the
 * system has it.
 */
const limiter = '/usr/bin/prlimit';
const limits = (memoryBytes: number) => [
  `--data=${memoryBytes}`,
  `--cpu=${cpuSeconds}`,
  '--nofile=64',
  '--fsize=0',
  '--core=0',
];

const minimalEnv = { VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' } as unknown as NodeJS.ProcessEnv;

const succeeds = (program: string, args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, args, { env: minimalEnv }, (error) => resolve(!error));
  });

/** Checked once, in another process, because a system-call filter may kill it. */
type SystemSupport = { isBounding: boolean; isNice: boolean };
let support: Promise<SystemSupport> | undefined;

const checkSupport = async (): Promise<SystemSupport> => ({
  isBounding: process.platform === 'linux' && (await succeeds(limiter, [...limits(2 ** 29), '/bin/true'])),
  isNice: await succeeds(process.execPath, ['-e', 'os.setPriority(10)']),
});

/**
 * Starts a program for untrusted input: without our environment, at low priority, and limited where possible.
 * @returns null when no process can be started
 */
export async function startBounded(
  program: string,
  args: string[],
  memoryBytes: number,
): Promise<ChildProcess | null> {
  support ??= checkSupport();
  const { isBounding, isNice } = await support;
  const command = [program, ...args];
  const [first = '', ...rest] = isBounding ? [limiter, ...limits(memoryBytes), ...command] : command;
  try {
    const child = spawn(first, rest, { env: minimalEnv, stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin?.on('error', () => undefined); // the exit code tells more than a broken pipe
    if (isNice && child.pid) makeNice(child.pid);
    return child;
  } catch {
    return null;
  }
}

function makeNice(pid: number): void {
  try {
    os.setPriority(pid, 10);
  } catch {
    // has ended already
  }
}

/**
 * Kills a program that takes too long.
 * @returns a function that cancels this
 */
export async function killAfterTimeout(child: ChildProcess): Promise<() => void> {
  const seconds = (await support)?.isBounding ? elapsedSeconds : cpuSeconds;
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  return () => clearTimeout(timer);
}

/** Resolves with the exit code, null when killed, or `unable` when it couldn't be started. */
export const exitOf = (child: ChildProcess): Promise<number | 'unable' | null> =>
  new Promise((resolve) => {
    child.once('error', () => resolve('unable'));
    child.once('close', resolve); // after its output
  });

export async function outputOf({ stdout }: ChildProcess, maxOutputBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  stdout?.on('data', (part: Buffer) => {
    sizeBytes += part.length;
    if (sizeBytes <= maxOutputBytes) parts.push(part);
  });
  if (stdout) await once(stdout, 'close');
  return Buffer.concat(parts);
}

export async function runBounded(
  program: string,
  args: string[],
  { memoryBytes, maxOutputBytes }: ProcessLimits,
): Promise<{ output: Buffer; isBrokenOff: boolean }> {
  const child = await startBounded(program, args, memoryBytes);
  if (!child) return { output: Buffer.alloc(0), isBrokenOff: false };
  const [ended, output] = [exitOf(child), outputOf(child, maxOutputBytes)];
  child.stdin?.end();
  const cancelTimeout = await killAfterTimeout(child);
  const code = await ended;
  cancelTimeout();
  return { output: await output, isBrokenOff: code === null };
}
