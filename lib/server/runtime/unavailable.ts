import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pickLocale } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import { pathOf } from './address';
import { isCall } from './routes';

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

export const plainPage = (page: {
  locale: string;
  title: string;
  text: string;
  again: number;
}) => `<!doctype html>
<html lang="${page.locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${page.again}"><title>${page.title}</title>
<body style="font: 1rem/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh">
<p>${page.text}</p></body></html>
`;
