import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { mediaType } from '@/lib/domain/file/file-type';
import { isSafeUrl } from '@/lib/server/config/provider';

const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;

/** @throws auth.providerAway for no answer, one that is late or too long, or status 500 and above */
export async function providerFetch(
  url: string,
  request: { method: string; headers: Record<string, string>; body?: unknown },
): Promise<Response> {
  // Discovered addresses follow the same rule as configured ones.
  if (!isSafeUrl(url)) throw new AppError('auth.providerUnclear');
  const { method, headers } = request;
  const body = request.body instanceof URLSearchParams ? request.body : null;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal });
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    return new Response(await readLimited(response), { status: response.status, headers: response.headers });
  } catch (error) {
    throw new AppError('auth.providerAway', {}, { cause: error });
  }
}

async function readLimited(response: Response): Promise<Uint8Array<ArrayBuffer>> {
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
 * Rewrites a plain OAuth2 provider's token answer to the standard form: some send a form instead of JSON, omit the
 * token type, or report errors with status 200.
 */
export async function normalizeTokenResponse(response: Response): Promise<Response> {
  const text = await response.text();
  const type = mediaType(response.headers.get('content-type'));
  const isForm = type === 'application/x-www-form-urlencoded' || type === 'text/plain';
  const fields = (isForm && !text.startsWith('{') ? fromForm(text) : fromJson(text)) as Record<
    string,
    unknown
  >;
  const answer =
    typeof fields.error === 'string'
      ? { error: fields.error }
      : { access_token: fields.access_token, token_type: fields.token_type ?? 'bearer' };
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
