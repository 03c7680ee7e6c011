import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BucketCall = 'begin' | 'part' | 'complete' | 'abort' | 'put' | 'get' | 'head' | 'delete';

/**
 * busy: 503; reset: cut before the call; lost: carried out, then cut; silence: ignored; mute: carried out, never
 * answered; cut: body truncated.
 */
export const faultNames = ['busy', 'reset', 'lost', 'silence', 'mute', 'cut'] as const;
export type Fault = (typeof faultNames)[number];

type FaultPlan = (call: { kind: BucketCall; number: number | null; path: string }) => Fault | null;

export type FaultyBucket = Awaited<ReturnType<typeof startFaultyBucket>>;

/** A proxy in front of a real S3 service that makes calls fail as networks and services do. */
export async function startFaultyBucket(target: string) {
  const proxy = { plan: (() => null) as FaultPlan, faults: 0 };
  const server = http.createServer((req, res) => {
    const fault = proxy.plan(callOf(req));
    if (fault) proxy.faults++;
    pass(req, res, target, fault);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return Object.assign(proxy, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

function callOf({ method, url = '' }: IncomingMessage): Parameters<FaultPlan>[0] {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const number = searchParams.has('partNumber') ? Number(searchParams.get('partNumber')) : null;
  return { kind: kindOf(method ?? '', searchParams), number, path: pathname };
}

function kindOf(method: string, query: URLSearchParams): BucketCall {
  if (method === 'POST') return query.has('uploads') ? 'begin' : 'complete';
  if (method === 'PUT') return query.has('partNumber') ? 'part' : 'put';
  if (method === 'DELETE') return query.has('uploadId') ? 'abort' : 'delete';
  return method === 'HEAD' ? 'head' : 'get';
}

function pass(req: IncomingMessage, res: ServerResponse, target: string, fault: Fault | null): void {
  req.on('error', () => undefined);
  if (fault === 'reset') return void req.socket.destroy();
  if (fault === 'silence') return void req.resume();
  if (fault === 'busy') return void req.resume().on('end', () => answerBusy(res));
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = req;
  const forward = http.request({ hostname, port, method, path, headers }, (answer) => {
    if (fault === 'lost') req.socket.destroy();
    if (fault === 'lost' || fault === 'mute') return void answer.resume();
    res.writeHead(answer.statusCode ?? 500, answer.headers);
    if (fault === 'cut') cut(answer, res);
    else if (method === 'HEAD') res.end();
    else answer.pipe(res);
  });
  // Ceph's gateway sends some bytes after a HEAD's answer, which is an error of a call that is over.
  forward.on('error', () => res.writableEnded || res.destroy());
  req.pipe(forward);
}

function answerBusy(res: ServerResponse): void {
  res.writeHead(503, { 'content-type': 'application/xml' });
  res.end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>');
}

function cut(answer: IncomingMessage, res: ServerResponse): void {
  const half = Number(answer.headers['content-length'] ?? 0) / 2;
  let passed = 0;
  answer.on('data', (chunk: Buffer) => {
    passed += chunk.length;
    res.write(chunk);
    if (passed < half) return;
    answer.destroy();
    setImmediate(() => res.destroy());
  });
}
