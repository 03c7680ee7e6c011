import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { invalid } from './invalid';

const maxBytes = 256 * 1024;
const maxDepth = 20;

/** Ignores the Content-Type; an empty body is `{}`. */
export async function jsonBody(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return {};
  return jsonOf(await limitedText(request.body), 'body');
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

/** @throws request.tooLarge beyond 256 KiB, request.invalid for invalid UTF-8 */
export async function limitedText(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AppError('request.tooLarge', { max: '256K' });
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? invalid('body', 'notJson') : error;
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
