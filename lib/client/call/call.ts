import { fillPath } from '@/lib/contract/byte-calls/bytes';
import type { ErrorCode } from '@/lib/contract/errors';
import type { Answer, CallInput, Endpoint } from '@/lib/contract/http/endpoint';
import { reportStatus } from './connection';
import { readRefusal } from './refusal';

export type CallFailure =
  | 'url'
  | 'network'
  | 'timeout'
  | 'status'
  | 'decoding'
  | 'refused'
  | 'tooManyNames'
  | 'unknown';

type CallErrorOptions = {
  status?: number;
  code?: ErrorCode | null;
  answer?: Record<string, unknown>;
  cause?: unknown;
};

export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: CallFailure;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly answer: Readonly<Record<string, unknown>>;

  constructor(
    kind: CallFailure,
    message: string,
    { status = 0, code = null, answer = {}, cause }: CallErrorOptions = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.answer = answer;
  }
}

/** Keeps what is no failure of the network, such as a file that can't be read. */
export function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  const isLoading = error instanceof TypeError || (error as Error | null)?.name === 'ChunkLoadError';
  return new CallError(isLoading ? 'network' : 'unknown', String(error), { cause: error });
}

type UntypedInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
export type CallOptions = {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
  keepalive?: boolean;
  /** Of the same request, sent before. */
  early?: Promise<Response> | undefined;
  /** The server's URL, for callers outside of its pages. */
  base?: string;
};

/**
 * Sends one typed request. The server validates answers against the contract (lib/server/http/route.ts), so they aren't
 * parsed again here. @throws {CallError} and nothing else
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const response = await send(endpoint, input as UntypedInput, options);
  if (typeof window !== 'undefined') reportStatus(response.status);
  const json: unknown = await response.json().catch((error: unknown) => error);
  const refusal = readRefusal(json);
  if (refusal) throw new CallError('refused', refusal.message, { status: response.status, ...refusal });
  if (!response.ok) throw new CallError('status', String(response.status), { status: response.status });

  if (typeof json === 'object' && json !== null && !(json instanceof Error)) return json as Answer<E>;
  throw new CallError('decoding', String(json), { status: response.status });
}

async function send(
  endpoint: Endpoint,
  { params = {}, query = {}, body }: UntypedInput,
  { signal, headers = {}, keepalive = false, base = '', early }: CallOptions,
): Promise<Response> {
  const url = buildUrl(base, endpoint.path, params, query);
  const limit = timeLimit(30_000, signal);
  try {
    if (early) return await early;
    return await fetch(url, {
      method: endpoint.method,
      keepalive,
      signal: limit.signal,
      headers: { ...headers, ...(endpoint.method === 'POST' && { 'content-type': 'application/json' }) },
      ...(endpoint.method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
  } catch (cause) {
    if (typeof window !== 'undefined' && !signal?.aborted) reportStatus(0);
    throw new CallError(limit.isOver() ? 'timeout' : 'network', 'no answer', { cause });
  }
}

/** @throws {CallError} for text that can't be part of a URL, such as lone surrogates */
export function buildUrl(
  base: string,
  pattern: string,
  params: Record<string, string>,
  query: Record<string, unknown>,
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  try {
    return `${base}${fillPath(pattern, params)}${search && `?${search}`}`;
  } catch (cause) {
    const url = [base + pattern, ...Object.values(params)].join(' ');
    throw new CallError('url', url.replace(/[\ud800-\udfff]/gu, '\ufffd'), { cause });
  }
}

/**
 * Adds a timeout to a signal. `AbortSignal.any` is missing in the oldest supported browsers (README). The time includes
 * reading the body.
 */
export function timeLimit(ms: number, outer?: AbortSignal): { signal: AbortSignal; isOver: () => boolean } {
  const own = new AbortController();
  const timeout = AbortSignal.timeout(ms);
  const end = (from: AbortSignal) => () => own.abort(from.reason);
  for (const one of outer ? [outer, timeout] : [timeout]) {
    if (one.aborted) own.abort(one.reason);
    else one.addEventListener('abort', end(one), { once: true, signal: own.signal });
  }
  return { signal: own.signal, isOver: () => timeout.aborted };
}
