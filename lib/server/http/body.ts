import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { invalid } from './invalid';

const maxBytes = 256 * 1024;
const maxDepth = 20;

/** A JSON body whatever its Content-Type says, read no further than allowed; nothing sent is `{}`. */
export async function jsonBody(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return {};
  return jsonOf(await limitedText(request.body), 'body');
}

/** JSON that may be missing, which is `{}`. @throws request.invalid naming the field */
export function jsonOf(text: string, field: string): unknown {
  if (text.trim() === '') return {};
  checkDepth(text, field);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(field, 'notJson');
  }
}

/** @throws request.tooLarge beyond 256 KiB, request.invalid for bytes that are no UTF-8 */
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

/** Counts brackets outside strings, before a parser recurses into them; each character is looked at once. */
function checkDepth(text: string, field: string): void {
  let depth = 0;
  let isInText = false;
  for (const [token] of text.matchAll(/\\.|["[\]{}]/gs)) {
    if (token === '"') isInText = !isInText;
    else if (!isInText) depth += steps[token] ?? 0;
    if (depth > maxDepth) throw invalid(field, 'tooDeep', { max: maxDepth });
  }
}
