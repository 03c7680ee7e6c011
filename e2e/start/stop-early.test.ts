import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { commandOf, descendants } from '@/testing/server/process-tree';
import { startCommand, type TestServer } from '@/testing/server/test-server';
import { newServer } from './servers';

const mayBecomeFirst = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

/** Prints when the program begins and when it first listens for SIGTERM. */
const witness = `data:text/javascript,process.stdout.write("begun;");
process.on("newListener",(name)=>name==="SIGTERM"&&queueMicrotask(()=>process.stdout.write("hears;")))`.replace(
  '\n',
  '',
);

type EarlyRun = { output: () => string; says: (text: string) => Promise<unknown>; pid: () => number } & {
  exit: Promise<string>;
};

function launch(server: TestServer, { isFirst }: { isFirst: boolean }): EarlyRun {
  const program = [process.execPath, '--import', witness, ...startCommand];
  const [file = '', ...args] = isFirst
    ? ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child', ...program]
    : program;
  const child = spawn(file, args, {
    cwd: server.home,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOME: server.home,
      PORT: String(server.port),
      DATA_DIR: server.dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const exit = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(String(signal ?? code))),
  );
  const says = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => output.includes(text) && resolve();
      child.stdout.on('data', look);
      look();
    });
  const own = () => child.pid ?? 0;
  return { output: () => output, says, exit, pid: () => (isFirst ? (descendants(own())[0] ?? 0) : own()) };
}

/** Of programs whose working folder or arguments lie in the server's home. */
const leftOf = ({ home }: TestServer) =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => folderOf(pid).startsWith(home) || commandOf(Number(pid)).includes(home));

function folderOf(pid: string): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

async function wholeStartMs(): Promise<number> {
  const server = await newServer({ database: 'new' });
  const run = launch(server, { isFirst: false });
  await run.says('begun;');
  const beganAt = performance.now();
  await run.says('is ready');
  const tookMs = performance.now() - beganAt;
  process.kill(run.pid(), 'SIGTERM');
  await run.exit;
  return tookMs;
}

type StartMoment = { afterMs: number | 'hearing'; isFirst: boolean };

async function endAt({ afterMs, isFirst }: StartMoment, mostMs: number) {
  const server = await newServer({ database: 'new' });
  const run = launch(server, { isFirst });
  await run.says(afterMs === 'hearing' ? 'hears;' : 'begun;');
  if (afterMs !== 'hearing') await later(afterMs);
  const sentAt = performance.now();
  process.kill(run.pid(), 'SIGTERM');
  const exit = await run.exit;
  const tookMs = Math.round(performance.now() - sentAt);
  const isClean = !fs.existsSync(path.join(server.dataDir, 'postgres/data/postmaster.pid'));
  const end = { exit, isSwift: tookMs < mostMs || tookMs, isClean, left: leftOf(server) };
  return { end, said: run.output() };
}

test('SIGTERM at ten moments of a first start ends it at once and in order, also as the first process of a container', async () => {
  const wholeMs = await wholeStartMs();
  const moments = Array.from({ length: 10 }, (_, n): StartMoment => {
    const isFirst = mayBecomeFirst && n % 2 === 0;
    return { afterMs: n < 2 ? 'hearing' : ((n - 1) * wholeMs) / 12, isFirst };
  });
  for (const moment of moments) {
    const { end, said } = await endAt(moment, 1_500 + wholeMs / 4); // a busy machine is slow at both
    if (said.includes('is ready')) continue; // it was faster than the first one
    expect({ ...moment, ...end }, said).toEqual({
      ...moment,
      exit: '0',
      isSwift: true,
      isClean: true,
      left: [],
    });
    expect(said).not.toMatch(/"level":"(error|fatal)"|Error/);
  }
});
