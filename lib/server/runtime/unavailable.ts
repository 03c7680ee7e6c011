import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pickLocale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import { requestContext } from '@/lib/server/http/context';
import { localeOf, refusalOf } from '@/lib/server/http/refusal';
import { checkPageRate } from '@/lib/server/limits/rate';
import { requestHeaders } from '@/lib/server/request-headers';
import { isCall, pathOf, type Route } from './routes';

const retrySeconds = 2;

/** Needs neither configuration nor pages, so it works during the start. */
export function answerUnavailable(req: IncomingMessage, res: ServerResponse): void {
  const code = 'server.unavailable';
  const locale = pickLocale(undefined, req.headers['accept-language'] ?? null, 'gb');
  const message = translator(locale)(`errors.${code}`);
  const isJson = isCall(pathOf(req.url));
  res.writeHead(503, {
    'content-type': isJson ? 'application/json' : 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(retrySeconds),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    // Doesn't wait for the rest of a body.
    connection: 'close',
  });
  const page = plainPage({ locale, title: '503', text: message, again: retrySeconds });
  res.end(isJson ? JSON.stringify({ success: false, message, code }) : page);
}

const plainPage = (page: { locale: string; title: string; text: string; again: number }) => `<!doctype html>
<html lang="${page.locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${page.again}"><title>${page.title}</title>
<body style="font: 1rem/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh">
<p>${page.text}</p></body></html>
`;

/** Less than the 15 seconds within which every request has to be answered. */
const maxWaitMs = 12_000;
const pollMs = 100;

/**
 * Waits for the start only for an upload's HEAD, because usual clients restart the whole file when it is refused.
 * Other requests get a 503 at once.
 */
export async function waitUntilReady(
  req: IncomingMessage,
  route: Route,
  isOpen: () => boolean,
): Promise<boolean> {
  const until = Date.now() + (asksUploadOffset(req, route) ? maxWaitMs : 0);
  while (!isOpen()) {
    if (Date.now() >= until || req.socket.destroyed) return false;
    await sleep(pollMs, undefined, { ref: false });
  }
  return true;
}

function asksUploadOffset({ method }: IncomingMessage, { transfer }: Route): boolean {
  return method === 'HEAD' && (transfer?.kind === 'upload' || transfer?.kind === 'aliasUpload');
}

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
