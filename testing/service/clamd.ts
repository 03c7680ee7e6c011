import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureProgram } from '@/scripts/lib/debian-program.mjs';
import { freePort } from '@/testing/server/test-server';

/** EICAR's test file, in two parts, so that no scanner takes this file for it. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** What its hand-made signatures find, beside that. */
export const ourVirus = 'slipway-test-virus-8f3a1c';

/** More than this is refused in the middle of a stream. */
export const maxStreamBytes = 4 * 1024 * 1024;

export type Clamd = {
  tcp: { host: string; port: number };
  unix: { path: string };
  /** Kills it, as a machine without memory would. */
  kill: () => Promise<void>;
  /** Waits until it answers. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Debian's clamd in a folder of its own with signatures of its own; null where it can't be had. */
export async function startClamd({ maxBytes = maxStreamBytes } = {}): Promise<Clamd | null> {
  const program = await ensureProgram('clamd').catch(() => '');
  if (!program) {
    process.stdout.write('– Tests against a real clamd are left out: it could not be installed.\n');
    return null;
  }
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-clamd-'));
  const port = await freePort();
  const [tcp, unix] = [{ host: '127.0.0.1', port }, { path: path.join(dir, 'socket') }];
  const hex = (text: string) => Buffer.from(text).toString('hex');
  fs.mkdirSync(path.join(dir, 'signatures'));
  const signatures = [
    `Eicar-Test:0:0:${hex('X5O!P%@AP[4\\PZX54(P^)7CC)7}$')}`,
    `Slipway-Test:0:*:${hex(ourVirus)}`,
  ];
  fs.writeFileSync(path.join(dir, 'signatures/test.ndb'), `${signatures.join('\n')}\n`);
  fs.writeFileSync(path.join(dir, 'clamd.conf'), configuration(dir, { port, maxBytes }));
  let server: ReturnType<typeof spawn> | null = null;
  const kill = async () => {
    const running = server;
    server = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  };
  const start = async () => {
    fs.rmSync(unix.path, { force: true });
    server = spawn(program, ['-F', '-c', path.join(dir, 'clamd.conf')], { stdio: 'ignore' });
    for (const until = Date.now() + 60_000; Date.now() < until; await sleep(20))
      if (await answers(port)) return;
    throw new Error('clamd does not answer');
  };
  await start();
  const stop = async () => {
    await kill();
    fs.rmSync(dir, { recursive: true, force: true });
  };
  return { tcp, unix, kill, start, stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port }, () => socket.write('zPING\0'));
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

const configuration = (dir: string, { port, maxBytes }: { port: number; maxBytes: number }) => `
DatabaseDirectory ${dir}/signatures
TemporaryDirectory ${dir}
LocalSocket ${dir}/socket
TCPAddr 127.0.0.1
TCPSocket ${port}
StreamMaxLength ${maxBytes}
MaxThreads 4
AlertEncrypted yes
AlertExceedsMax yes
SelfCheck 0
Foreground yes
`;
