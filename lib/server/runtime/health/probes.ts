import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSameSecret } from '@/lib/server/auth/tokens';
import { isLoopback } from '@/lib/server/network-address';
import { pathOf, probePaths } from '../routes';
import { checkNames, type Readiness } from './readiness';

export type ProbeSources = {
  readiness: () => Promise<Readiness> | null;
  metrics: () => Promise<string>;
  token: () => string | undefined;
};

type ProbePath = (typeof probePaths)[number];

const retrySeconds = '2';

/** Answers health, readiness and metrics requests; returns false for all others. */
export function answerProbe(req: IncomingMessage, res: ServerResponse, sources: ProbeSources): boolean {
  const path = probePaths.find((probe) => probe === pathOf(req.url));
  if (!path) return false;
  req.resume();
  res.setHeader('cache-control', 'no-store');
  res.setHeader('x-content-type-options', 'nosniff');
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.writeHead(405, { allow: 'GET, HEAD', 'content-length': 0 }).end();
    return true;
  }
  answers[path](req, res, sources).catch(() => {
    if (!res.headersSent) res.writeHead(503, { 'retry-after': retrySeconds, 'content-length': 0 });
    res.end();
  });
  return true;
}

const answers: Record<
  ProbePath,
  (req: IncomingMessage, res: ServerResponse, sources: ProbeSources) => Promise<void>
> = {
  '/healthz': async (req, res) => send(req, res, 200, json({ alive: true })),
  '/readyz': async (req, res, sources) => {
    const found = await sources.readiness();
    if (!found) return send(req, res, 503, json({ ready: false, checks: { running: false } }));
    const ready = checkNames.every((name) => found[name].ok);
    const showsDetails = isLocal(req) || hasToken(req, sources.token());
    const checks = Object.fromEntries(
      checkNames.map((name) => [name, showsDetails ? found[name] : found[name].ok]),
    );
    return send(req, res, ready ? 200 : 503, json({ ready, checks }));
  },
  '/metrics': async (req, res, sources) => {
    const token = sources.token();
    if (token === undefined) return send(req, res, 404, json({ metrics: 'off' }));
    if (!hasToken(req, token)) {
      res.setHeader('www-authenticate', 'Bearer');
      return send(req, res, 401, json({ metrics: 'by token' }));
    }
    return send(req, res, 200, {
      type: 'text/plain; version=0.0.4; charset=utf-8',
      text: await sources.metrics(),
    });
  },
};

type ProbeBody = { type: string; text: string };

const json = (value: object): ProbeBody => ({ type: 'application/json', text: `${JSON.stringify(value)}\n` });

function send(
  { method }: IncomingMessage,
  res: ServerResponse,
  status: number,
  { type, text }: ProbeBody,
): void {
  res.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    ...(status === 503 && { 'retry-after': retrySeconds }),
  });
  res.end(method === 'HEAD' ? undefined : text);
}

/** Accepts direct requests from this machine, not those that a proxy forwards. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    !headers['x-forwarded-for'] &&
    !headers.forwarded &&
    !headers['x-real-ip']
  );
}

function hasToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  return given !== undefined && token !== undefined && isSameSecret(given, token);
}
