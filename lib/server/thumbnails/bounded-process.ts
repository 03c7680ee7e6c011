import 'server-only';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';

export type Bounds = { memoryBytes: number; mostBytes: number };

/** Of the processor, for one picture. */
const workSeconds = 10;
/** In which it has to come by those; what is busy with others must not lose its pictures. */
const turnsSeconds = 60;

/**
 * Where the system can bound a process, these are a last wall: the memory that it asks for, the processor's seconds, and
 * that it opens few files, writes none and leaves no picture of its memory behind.
 */
const limiter = '/usr/bin/prlimit';
const limits = (memoryBytes: number) => [
  `--data=${memoryBytes}`,
  `--cpu=${workSeconds}`,
  '--nofile=64',
  '--fsize=0',
  '--core=0',
];

/** Nothing of ours: neither secrets nor addresses. */
const bare = { VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' } as unknown as NodeJS.ProcessEnv;

const succeeds = (program: string, args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, args, { env: bare }, (error) => resolve(!error));
  });

/** Tried once, in another process: a system-call filter may kill the one that asks. */
type Means = { isBounding: boolean; isNice: boolean };
let means: Promise<Means> | undefined;

const findMeans = async (): Promise<Means> => ({
  isBounding: process.platform === 'linux' && (await succeeds(limiter, [...limits(2 ** 29), '/bin/true'])),
  isNice: await succeeds(process.execPath, ['-e', 'os.setPriority(10)']),
});

/**
 * Starts a program that works on what strangers sent: without our environment, after everybody else, and bounded where
 * the system can do that.
 * @returns null where the system has no process to give
 */
export async function startBounded(
  program: string,
  args: string[],
  memoryBytes: number,
): Promise<ChildProcess | null> {
  means ??= findMeans();
  const { isBounding, isNice } = await means;
  const command = [program, ...args];
  const [first = '', ...rest] = isBounding ? [limiter, ...limits(memoryBytes), ...command] : command;
  try {
    const child = spawn(first, rest, { env: bare, stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin?.on('error', () => undefined); // it may end early, which its exit says better
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
    // it has ended already
  }
}

/** Ends a program that takes too long from now on. @returns what calls that off */
export async function endInTime(child: ChildProcess): Promise<() => void> {
  const seconds = (await means)?.isBounding ? turnsSeconds : workSeconds;
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  return () => clearTimeout(timer);
}

/** How it ended; null when it was killed, `unable` when it could not be started. */
export const endOf = (child: ChildProcess): Promise<number | 'unable' | null> =>
  new Promise((resolve) => {
    child.once('error', () => resolve('unable'));
    child.once('close', resolve); // after the last of its output
  });

/** All that it says; of what is more than `mostBytes`, the beginning. */
export async function outputOf({ stdout }: ChildProcess, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  stdout?.on('data', (part: Buffer) => {
    sizeBytes += part.length;
    if (sizeBytes <= mostBytes) parts.push(part);
  });
  if (stdout) await once(stdout, 'close');
  return Buffer.concat(parts);
}

/** Runs a program to its end, or ends it. */
export async function runBounded(
  program: string,
  args: string[],
  { memoryBytes, mostBytes }: Bounds,
): Promise<{ output: Buffer; isBrokenOff: boolean }> {
  const child = await startBounded(program, args, memoryBytes);
  if (!child) return { output: Buffer.alloc(0), isBrokenOff: false };
  const [ended, output] = [endOf(child), outputOf(child, mostBytes)];
  child.stdin?.end();
  const callOff = await endInTime(child);
  const code = await ended;
  callOff();
  return { output: await output, isBrokenOff: code === null };
}
