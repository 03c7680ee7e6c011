import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Endpoint } from '@/lib/contract/http/endpoint';
import { idempotencyHeader } from '@/lib/contract/http/names';
import { canParseUrl } from '@/lib/domain/url';
import { Failure } from './failure';
import { serverUrl } from './servers';

export type AnswerOf<E extends Endpoint> = z.infer<E['answer']>;

export class CallRefusal extends Failure {
  readonly status: number;
  /** Of `request.changed`: the stored state. */
  readonly now: unknown;

  constructor(message: string, { code, status, now }: { code: string; status: number; now?: unknown }) {
    super(message, kindOf(status, code), code || undefined);
    this.status = status;
    this.now = now;
  }
}

function kindOf(status: number, code: string): ConstructorParameters<typeof Failure>[1] {
  if (status === 404 || status === 410) return 'notFound';
  if (status === 401 || status === 403) return 'notAllowed';
  if (status >= 500) return 'unreachable';
  return code === 'request.invalid' ? 'usage' : 'failed';
}

/** A proxy or the line ended it; the server may have done what was asked. */
class BrokenConnection extends Failure {}

type CallRequest = {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Twice would be wrong, so a broken connection isn't tried again. */
  isOnce?: boolean;
};

const retryDelaysMs = [500, 1000, 2000, 4000, 8000];

/**
 * Makes a JSON call and retries while the server is overloaded or down, or the connection breaks.
 * @throws CallRefusal, or Failure without an answer
 */
export async function call<E extends Endpoint>(
  server: string,
  path: string,
  request: CallRequest = {},
): Promise<AnswerOf<E>> {
  const { answer } = await exchange(server + path, request);
  return answer as AnswerOf<E>;
}

export async function exchange(url: string, request: CallRequest) {
  const { method = 'GET', body, isOnce = false } = request;
  const headers = { accept: 'application/json', ...request.headers };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  for (let tries = 0; ; tries++) {
    const wait = retryDelaysMs[tries];
    try {
      const response = await sendRequest(url, init);
      if (!mayAskAgain(response, headers) || wait === undefined)
        return { answer: await readAnswer(response), response };
      await response.body?.cancel();
      const requestedMs = Number(response.headers.get('retry-after')) * 1000;
      await sleep(Math.min(Math.max(requestedMs || 0, wait), 30_000));
    } catch (error) {
      if (!(error instanceof BrokenConnection) || isOnce || wait === undefined) throw error;
      await sleep(wait);
    }
  }
}

const mayAskAgain = ({ status }: Response, headers: object) =>
  status === 429 || status === 502 || status === 503 || (status === 504 && idempotencyHeader in headers);

export function unreachable(host: string, error: unknown): Failure {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return new Failure(`${host} doesn’t speak https. Try http://${host}`, 'usage');
  const Kind = breaks.includes(code) ? BrokenConnection : Failure;
  return new Kind(`${host} can’t be reached: ${causeOf(error)}`, 'unreachable');
}

const breaks = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/**
 * Follows no redirects, because the token is for one server.
 * @param bucket headers for the bucket that a file may be in
 */
export async function sendRequest(
  url: string,
  init: RequestInit,
  bucket?: Record<string, string>,
): Promise<Response> {
  const headers = { 'user-agent': 'slipway', ...init.headers };
  let response: Response;
  try {
    response = await fetch(url, { ...init, headers, redirect: 'manual' });
  } catch (error) {
    throw unreachable(new URL(url).host, error);
  }
  if (response.status >= 300 && response.status < 400) {
    const to = response.headers.get('location') ?? '?';
    if (bucket && canParseUrl(to)) return sendRequest(to, { headers: bucket });
    throw new Failure(`${new URL(url).host} answers with a redirect to ${to}. Use that address.`, 'usage');
  }
  return response;
}

export function causeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
  return inner instanceof Error ? inner.message : (error as Error).message;
}

/** Fields of calls and headers, by what people write on the command line. */
const optionNames = new Map([
  ['description', '--note'],
  ['maxViews', '--views'],
  ['name', '--name'],
  ['password', '--password'],
  ['until', '--expires'],
  ['validity', '--expires'],
  ['value', '<when>'],
  ['views', '--views'],
]);

export async function readAnswer(response: Response): Promise<unknown> {
  const { host } = new URL(response.url);
  const text = await response.text().catch((error: unknown) => {
    throw new BrokenConnection(`${host}: the connection broke: ${causeOf(error)}`, 'unreachable');
  });
  const answer = parseJson(text);
  if (answer === null) {
    const what = response.ok ? 'no JSON' : `status ${response.status}`;
    throw new Failure(`${host} answers with ${what}. Is it a Slipway server?`, 'unreachable');
  }
  const { success, message, code, now } = answer as {
    success?: boolean;
    message?: string;
    code?: string;
    now?: unknown;
  };
  if (response.ok && success !== false) return answer;
  const said = String(message ?? `Status ${response.status}`);
  const reason =
    code === 'auth.required'
      ? `This access token is not valid: revoked, expired or mistyped. Run: slipway login ${serverUrl(response.url)}`
      : said.replace(/^\w+(?=: )/, (field) => optionNames.get(field) ?? field);
  throw new CallRefusal(reason, { code: code ?? '', status: response.status, now });
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
