import 'server-only';
import type { RequestHeaders } from '@/lib/server/request-headers';
import type { TransferRequest, TransferResponse } from '../messages';

export const wantsJson = (headers: RequestHeaders): boolean =>
  /\bapplication\/json\b/i.test(headers.get('accept') ?? '');

/** A client without an Accept header may expect JSON errors, as other calls give. */
const takesText = (headers: RequestHeaders): boolean => headers.get('accept') !== null && !wantsJson(headers);

type Said = { line: string; location: string | null; json: object };

export function lineResponse({ headers }: TransferRequest, { line, location, json }: Said): TransferResponse {
  const isJson = wantsJson(headers);
  const answer = textResponse(201, isJson ? JSON.stringify(json) : `${line}\n`, isJson);
  if (location !== null) answer.headers.location = location;
  return answer;
}

/** Never has the status of a success, unlike refusals of older calls. */
export function plainRefusal(
  refused: TransferResponse & { body: string | null },
  request: TransferRequest,
): TransferResponse {
  const { headers } = request;
  if (refused.body === null) return refused;
  const status = refused.status === 200 ? 422 : refused.status;
  const { message } = JSON.parse(refused.body) as { message: string };
  const isJson = !takesText(headers);
  const answer = textResponse(status, isJson ? refused.body : `${message}\n`, isJson);
  return { ...answer, headers: { ...refused.headers, ...answer.headers } };
}

export function textResponse(status: number, text: string, isJson = false): TransferResponse {
  return {
    status,
    body: text,
    headers: {
      'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
    },
  };
}
