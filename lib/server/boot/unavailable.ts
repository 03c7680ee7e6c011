import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pickLocale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import { isCall, pathOf } from './address';

const retrySeconds = 2;

/** The 503 of a server that is starting or whose database is away. It needs neither: no configuration, no pages. */
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
    // What is left of a body is not worth waiting for.
    connection: 'close',
  });
  res.end(isJson ? JSON.stringify({ success: false, message, code }) : page(locale, message));
}

const page = (locale: string, message: string) => `<!doctype html>
<html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${retrySeconds}"><title>503</title>
<body style="font: 1rem/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh">
<p>${message}</p></body></html>
`;
