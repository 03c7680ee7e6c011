import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { mediaType } from '@/lib/domain/file/file-type';
import { isSafeUrl } from '@/lib/server/config/provider';

const patienceMs = 10_000;
const maxBytes = 1024 * 1024;

type Request = { method: string; headers: Record<string, string>; body?: unknown };

/**
 * Asks a provider, follows no redirect, waits and reads no longer than it should take.
 * @throws auth.providerAway when there is no answer, or one that only says that the provider is out of order
 */
export async function providerFetch(url: string, request: Request): Promise<Response> {
  // Discovered addresses are held to the same rule as configured ones.
  if (!isSafeUrl(url)) throw new AppError('auth.providerUnclear');
  const { method, headers } = request;
  // What we send are forms, or nothing.
  const body = request.body instanceof URLSearchParams ? request.body : null;
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal });
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    return new Response(await limited(response), { status: response.status, headers: response.headers });
  } catch (error) {
    throw new AppError('auth.providerAway', {}, { cause: error });
  }
}

async function limited(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Error('the answer is too long');
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * What a plain OAuth2 provider answers for a code, in the one form that the standard knows: some answer a form
 * instead of JSON, some say no token type, and some tell errors with status 200.
 */
export async function standardTokenAnswer(response: Response): Promise<Response> {
  const text = await response.text();
  const type = mediaType(response.headers.get('content-type'));
  const isForm = type === 'application/x-www-form-urlencoded' || type === 'text/plain';
  const said = (isForm && !text.startsWith('{') ? fromForm(text) : fromJson(text)) as Record<string, unknown>;
  const answer =
    typeof said.error === 'string'
      ? { error: said.error }
      : { access_token: said.access_token, token_type: said.token_type ?? 'bearer' };
  const status = 'error' in answer ? 400 : response.status;
  return Response.json(answer, { status });
}

const fromForm = (text: string) => Object.fromEntries(new URLSearchParams(text));

function fromJson(text: string): unknown {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
