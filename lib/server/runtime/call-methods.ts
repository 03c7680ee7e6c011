import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { endpoints } from '@/lib/contract';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import { Ident } from '@/lib/contract/fields';
import { pathPattern } from '@/lib/contract/http/path-pattern';
import { open } from '@/lib/contract/open';
import { requestHeaders } from '@/lib/server/request-headers';
import { refuse as refusalAnswer } from '@/lib/server/transfer/refuse';

const inOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const calls = [
  ...endpoints,
  ...byteCalls,
  { method: 'GET', path: '/api/v2/openapi.json' },
  // NextAuth's, by which the login page signs in.
  { method: 'GET', path: '/api/auth/csrf' },
  { method: 'POST', path: '/api/auth/callback/password' },
];

/** Every GET has a HEAD but this one, because it spends a view: nobody should pay for an answer without a body. */
const isAlone = (path: string) => path === open.get.path;

type Known = {
  path: string;
  slotsIn: ReturnType<typeof pathPattern>;
  /** Of each slot, whether it is a file's name. */
  takesAny: boolean[];
  methods: string[];
  hasOptions: boolean;
};

const knownCalls = [...new Set(calls.map(({ path }) => path))].map(knownCall).sort(plainFirst);

function knownCall(path: string): Known {
  const own = calls.filter((call) => call.path === path).map(({ method }) => method);
  const all = new Set([...own, 'OPTIONS', ...(own.includes('GET') && !isAlone(path) ? ['HEAD'] : [])]);
  return {
    path,
    slotsIn: pathPattern(path),
    takesAny: [...path.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot === 'name'),
    methods: inOrder.filter((method) => all.has(method)),
    hasOptions: own.includes('OPTIONS'),
  };
}

/** `…/share/search` is no share's id. */
function plainFirst(a: Known, b: Known): number {
  return Number(a.path.includes('{')) - Number(b.path.includes('{'));
}

/** The call that a path names; null when it names none, "nowhere" when something in it can't be an id. */
function callAt(path: string): Known | 'nowhere' | null {
  for (const known of knownCalls) {
    const slots = known.slotsIn(path);
    if (slots) return slots.every((slot, nth) => known.takesAny[nth] || isId(slot)) ? known : 'nowhere';
  }
  return null;
}

const isId = (text: string) => Ident.safeParse(text).success;

/** The methods that reach the pages' router; with any other, such as TRACE, it would fail. */
const routed = new Set(inOrder);

/**
 * Answers what no call takes: a method that the call at this path doesn't have, the question which ones it has, paths
 * with impossible ids, and methods that nothing has. False for all other requests, and for OPTIONS where that is a call
 * of its own.
 */
export function answerMethod(req: IncomingMessage, res: ServerResponse, path: string): boolean {
  const { method = '' } = req;
  const call = callAt(path);
  if (call === 'nowhere' || (call === null && !routed.has(method))) {
    refuse(req, res, 'request.notFound');
    return true;
  }
  if (!call || (call.methods.includes(method) && (method !== 'OPTIONS' || call.hasOptions))) return false;
  res.setHeader('allow', call.methods.join(', '));
  if (method === 'OPTIONS') res.writeHead(204).end();
  else refuse(req, res, 'request.methodNotAllowed');
  return true;
}

/** Refuses a request as a call is refused, whatever it asks for. */
export const refuse = (req: IncomingMessage, res: ServerResponse, code: ErrorCode): void =>
  refuseBy(req, res, new AppError(code));

export function refuseBy(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (!req.complete) res.setHeader('connection', 'close'); // a body that nobody will read
  const { method = '', url = '' } = req;
  const request = { method, url, headers: requestHeaders(req.headers), body: null };
  const { status, headers, body } = refusalAnswer(error, request);
  res.writeHead(status, headers).end(body);
}
