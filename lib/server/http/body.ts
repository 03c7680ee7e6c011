import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { defaultBodyBytes } from '@/lib/contract/http/endpoint';
import { tooMany } from '@/lib/server/limits/counters';
import { invalid } from './invalid';

const maxDepth = 20;

/** Ignores the Content-Type; an empty body is `{}`. */
export async function jsonBody(request: Request, maxBytes = defaultBodyBytes): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return {};
  return jsonOf(await limitedText(request.body, maxBytes), 'body');
}

/** Empty text is `{}`. @throws request.invalid with the field's name */
export function jsonOf(text: string, field: string): unknown {
  if (text.trim() === '') return {};
  checkDepth(text, field);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(field, 'notJson');
  }
}

/** A large body holds memory that others wait for. */
const slowestMs = 2 * 60_000;

/** @throws request.tooLarge, request.invalid for invalid UTF-8, limit.requests for one that takes minutes */
export async function limitedText(
  body: ReadableStream<Uint8Array>,
  maxBytes = defaultBodyBytes,
): Promise<string> {
  const endMs = performance.now() + slowestMs;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AppError('request.tooLarge', { max: `${maxBytes / 1024}K` });
      if (bytes > defaultBodyBytes && performance.now() > endMs) throw tooMany('limit.requests', slowestMs);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    // All other errors come from callers that break off, or from bytes that are no UTF-8.
    throw error instanceof AppError ? error : invalid('body', 'notJson');
  }
}

const steps: Record<string, number> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** Counts brackets outside strings in one pass, before a parser recurses into them. */
function checkDepth(text: string, field: string): void {
  let depth = 0;
  let isInString = false;
  for (const [token] of text.matchAll(/\\.|["[\]{}]/gs)) {
    if (token === '"') isInString = !isInString;
    else if (!isInString) depth += steps[token] ?? 0;
    if (depth > maxDepth) throw invalid(field, 'tooDeep', { max: maxDepth });
  }
}
