import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Endpoint } from '@/lib/contract/http/endpoint';
import { Failure } from './failure';
import { serverUrl } from './servers';

export type AnswerOf<E extends Endpoint> = z.infer<E['answer']>;

export class CallRefusal extends Failure {
  readonly code: string;
  readonly status: number;

  constructor(message: string, { code, status }: { code: string; status: number }) {
    super(message, kindOf(status, code));
    this.code = code;
    this.status = status;
  }
}

function kindOf(status: number, code: string): ConstructorParameters<typeof Failure>[1] {
  if (status === 404 || status === 410) return 'notFound';
  if (status === 401 || status === 403) return 'notAllowed';
  if (status >= 500) return 'unreachable';
  return code === 'request.invalid' ? 'usage' : 'failed';
}

type CallRequest = { method?: string; body?: unknown; headers?: Record<string, string> };

const retryDelaysMs = [500, 1000, 2000, 4000, 8000];

/**
 * Makes a JSON call and retries while the server is overloaded or down.
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

export async function exchange(url: string, { method = 'GET', body, headers = {} }: CallRequest) {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  for (let tries = 0; ; tries++) {
    const response = await sendRequest(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...init,
    });
    const wait = retryDelaysMs[tries];
    if (mayRetry(response) && wait !== undefined) {
      await response.body?.cancel();
      const requestedMs = Number(response.headers.get('retry-after')) * 1000;
      await sleep(Math.min(Math.max(requestedMs || 0, wait), 30_000));
      continue;
    }
    return { answer: await readAnswer(response), response };
  }
}

const mayRetry = ({ status }: Response) => status === 429 || status === 502 || status === 503;

/** Follows no redirects, because the token is for one server. */
export async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  const headers = { 'user-agent': 'slipway', ...init.headers };
  let response: Response;
  try {
    response = await fetch(url, { ...init, headers, redirect: 'manual' });
  } catch (error) {
    throw new Failure(`${new URL(url).host} can’t be reached: ${causeOf(error)}`, 'unreachable');
  }
  if (response.status >= 300 && response.status < 400) {
    const to = response.headers.get('location') ?? '?';
    throw new Failure(`${new URL(url).host} answers with a redirect to ${to}. Use that address.`, 'usage');
  }
  return response;
}

export function causeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
  return inner instanceof Error ? inner.message : (error as Error).message;
}

export async function readAnswer(response: Response): Promise<unknown> {
  const answer = parseJson(await response.text());
  if (answer === null) {
    const what = response.ok ? 'no JSON' : `status ${response.status}`;
    throw new Failure(
      `${new URL(response.url).host} answers with ${what}. Is it a Slipway server?`,
      'unreachable',
    );
  }
  const { success, message, code } = answer as { success?: boolean; message?: string; code?: string };
  if (response.ok && success !== false) return answer;
  const advice = code === 'auth.required' ? ` Run: slipway login ${serverUrl(response.url)}` : '';
  const text = `${message ?? `Status ${response.status}`}${advice}`;
  throw new CallRefusal(text, { code: code ?? '', status: response.status });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
