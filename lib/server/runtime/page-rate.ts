import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestContext } from '@/lib/server/http/context';
import { localeOf, refusalOf } from '@/lib/server/http/refusal';
import { checkPageRate } from '@/lib/server/limits/rate';
import { requestHeaders } from '@/lib/server/request-headers';
import { plainPage } from './unavailable';

/** Limits page requests by client. Returns true after it has answered with a refusal. */
export function isTooFast(req: IncomingMessage, res: ServerResponse): boolean {
  const headers = requestHeaders(req.headers);
  try {
    checkPageRate(requestContext(headers));
    return false;
  } catch (error) {
    const request = { method: req.method ?? 'GET', url: req.url ?? '/', headers };
    const { status, headers: advice, body } = refusalOf(error, request);
    res.writeHead(status, {
      ...advice,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    const again = Number(advice['retry-after'] ?? 1);
    res.end(plainPage({ locale: localeOf(headers), title: String(status), text: body.message, again }));
    return true;
  }
}
