// One of the two servers that a benchmark compares, in a process of its own.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export type SideProcess = { child: ChildProcess; port: number };

export function flagsOfStart(): string[] {
  const { scripts } = JSON.parse(
    fs.readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'),
  );
  return String(scripts.start).match(/--\S+/g) ?? [];
}

type Made = { env: Record<string, string>; flags?: string[] };

/** Starts the script again as `role`, where it calls `serveSide`. */
export async function startSide(
  script: string,
  role: string,
  { env, flags = [] }: Made,
): Promise<SideProcess> {
  const child = fork(script, process.argv.slice(2), {
    env: { ...process.env, ...env, BENCH_ROLE: role },
    execArgv: [...process.execArgv, ...flags],
  });
  const [port] = await once(child, 'message');
  return { child, port: Number(port) };
}

export async function serveSide(server: http.Server): Promise<void> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.on('disconnect', () => process.exit());
  process.send?.((server.address() as AddressInfo).port);
}

export async function measured(side: SideProcess, bytes: number, work: () => Promise<unknown>) {
  const [cpu, began] = [await cpuSeconds(side), performance.now()];
  await work();
  const seconds = (performance.now() - began) / 1000;
  return {
    rate: bytes / 1e6 / seconds,
    cpuSecondsPerGiB: ((await cpuSeconds(side)) - cpu) / (bytes / 2 ** 30),
  };
}

async function cpuSeconds({ child }: SideProcess): Promise<number> {
  child.send('cpu');
  const [{ user, system }] = await once(child, 'message');
  return (user + system) / 1e6;
}

type Call = { method: string; path: string; headers?: Record<string, string>; blocks?: number };
const block = Buffer.alloc(1024 * 1024, 'x');

/** Sends one request with a body of so many MiB and discards the answer's body. */
export async function exchange({ port }: SideProcess, { method, path, headers = {}, blocks = 0 }: Call) {
  const req = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  for (let left = blocks; left > 0; left--) {
    if (!req.write(left < 1 ? block.subarray(0, left * block.length) : block)) await once(req, 'drain');
  }
  const [res] = (await once(req.end(), 'response')) as [http.IncomingMessage];
  for await (const _ of res);
  if ((res.statusCode ?? 0) >= 300) throw new Error(`${method} ${path}: ${res.statusCode}`);
  return res.headers;
}
