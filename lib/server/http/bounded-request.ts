import 'server-only';
import { NextRequest } from 'next/server';
import { jsonOf, limitedText } from './body';

/**
 * The same request with its body already read, up to the allowed size: for code that would read any amount itself and
 * fail on malformed JSON.
 * @throws request.tooLarge, request.invalid
 */
export async function boundedRequest(request: NextRequest): Promise<NextRequest> {
  const { method, headers, url, body } = request;
  if (method !== 'POST' || !body) return request;
  const text = await limitedText(body);
  const isJson = headers.get('content-type')?.includes('application/json');
  return new NextRequest(url, {
    method,
    headers,
    body: isJson ? JSON.stringify(jsonOf(text, 'body')) : text,
  });
}
