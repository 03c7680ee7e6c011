import 'server-only';
import type { RequestHeaders } from '@/lib/server/request-headers';
import type { TransferRequest, TransferResponse } from '../messages';

/** Programs that want JSON say so; curl and its like say that anything will do. */
export const wantsJson = (headers: RequestHeaders): boolean =>
  /\bapplication\/json\b/i.test(headers.get('accept') ?? '');

/** Who says nothing at all may be a client of the other calls, whose refusals are JSON. */
const takesText = (headers: RequestHeaders): boolean => headers.get('accept') !== null && !wantsJson(headers);

type Said = { line: string; location: string | null; json: object };

/** What was made, as one line that a script can use as it is. */
export function lineAnswer({ headers }: TransferRequest, { line, location, json }: Said): TransferResponse {
  const isJson = wantsJson(headers);
  const answer = textAnswer(201, isJson ? JSON.stringify(json) : `${line}\n`, isJson);
  if (location !== null) answer.headers.location = location;
  return answer;
}

/** A refusal that is one for programs as well: none comes with the status of a success, or looks like a link. */
export function plainRefusal(
  refused: TransferResponse & { body: string | null },
  request: TransferRequest,
): TransferResponse {
  const { headers } = request;
  if (refused.body === null) return refused;
  const status = refused.status === 200 ? 422 : refused.status;
  const { message } = JSON.parse(refused.body) as { message: string };
  const isJson = !takesText(headers);
  const answer = textAnswer(status, isJson ? refused.body : `${message}\n`, isJson);
  return { ...answer, headers: { ...refused.headers, ...answer.headers } };
}

export function textAnswer(status: number, text: string, isJson = false): TransferResponse {
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
