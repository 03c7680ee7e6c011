// How long other people's calls take, one after the other on one connection.
import http from 'node:http';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { share } from '@/lib/contract/share/share';
import type { Product } from './product';

export type Latency = Record<string, { p50: number; p99: number }>;

export async function latencyOf(ours: Product, until: Promise<unknown>): Promise<Latency> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const shareId = await ours.newShare();
  const asks = {
    detail: { method: 'GET', path: `/api/v2/sec/share/${shareId}` },
    search: { method: 'GET', path: share.search.path },
    session: { method: 'POST', path: auth.session.path },
  };
  const times = new Map<string, number[]>();
  let isOver = false;
  until.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const [name, ask] of Object.entries(asks)) {
      const began = performance.now();
      await answered(ours, agent, ask);
      times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
    }
  }
  agent.destroy();
  return Object.fromEntries([...times].map(([name, all]) => [name, quantiles(all)]));
}

function quantiles(all: number[]) {
  const sorted = all.sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function answered(ours: Product, agent: http.Agent, { method, path }: { method: string; path: string }) {
  return new Promise<void>((resolve, reject) => {
    const options = { agent, method, path, port: ours.port, host: '127.0.0.1', headers: ours.headers };
    const request = http.request(options, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${method} ${path}: ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    });
    request.once('error', reject);
    request.end();
  });
}

export function printLatency(rows: [what: string, latency: Latency][]): void {
  const names = Object.keys(rows[0]?.[1] ?? {});
  console.log(`\n| p50 / p99 ms | ${names.join(' | ')} |`);
  console.log(`| --- |${names.map(() => ' --- |').join('')}`);
  for (const [what, latency] of rows) {
    const cells = names.map((name) => `${latency[name]?.p50.toFixed(1)} / ${latency[name]?.p99.toFixed(1)}`);
    console.log(`| ${[what, ...cells].join(' | ')} |`);
  }
}

export async function warmUp(ours: Product): Promise<void> {
  for (let n = 0; n < 20; n++) {
    await call(share.search, {}, { base: ours.server.url, headers: ours.headers });
  }
}
