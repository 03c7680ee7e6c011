import 'server-only';
import * as z from 'zod';
import { AppError, type ErrorValues } from '@/lib/contract/errors';
import type { Reason } from '@/lib/contract/fields';
import { challenge } from '@/lib/contract/http/names';
import { formatBytes } from '@/lib/domain/units';
import { type Locale, pickLocale, tagOf } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import { config } from '@/lib/server/config';
import { isAccountGone } from '@/lib/server/db/conflict';
import { isContention, isOutage } from '@/lib/server/db/outage';
import { log } from '@/lib/server/log';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { innerHeaders } from './inner-headers';
import { invalidBy } from './invalid';
import { cookieLanguages } from './languages';
import { shownPath } from './shown-path';

export type Refusal = {
  status: number;
  headers: Record<string, string>;
  body: { success: false; message: string; code: string };
  /** More that an error says, for the calls that announce it. */
  answer: AppError['answer'];
};

export const localeOf = (headers: RequestHeaders): Locale =>
  pickLocale(cookieLanguages(headers), headers.get('accept-language'), config().DEFAULT_LANGUAGE);

/** The only place where a failure becomes an answer. What it doesn't know is logged whole and answered blandly. */
export function refusalOf(
  error: unknown,
  request: { method: string; url: string; headers: RequestHeaders },
): Refusal {
  const known = toAppError(error);
  const isStorage = known.code.startsWith('storage.');
  if (isStorage ? known.cause !== undefined : known.status >= 500) {
    const { method, url, headers } = request;
    const req = headers.get(innerHeaders.request) ?? undefined;
    const path = shownPath(new URL(url, 'http://localhost').pathname);
    log().error({ req, err: error, code: known.code, method, path }, 'request failed');
  }
  const message = messageOf(known, localeOf(request.headers));
  return {
    status: known.status,
    headers: { 'cache-control': 'no-store', ...adviceFor(known) },
    body: { success: false, message, code: known.code },
    answer: known.answer,
  };
}

/** What a client may do about it. */
function adviceFor({ code, status, values }: AppError): Record<string, string> {
  if (code === 'file.thumbnailLater') return { 'retry-after': '2' };
  if (status === 401) return { 'www-authenticate': challenge };
  if (status === 429) return { 'retry-after': String(values.seconds ?? 1) };
  return status === 503 || status === 507 ? { 'retry-after': '5' } : {};
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return invalidBy(error);
  if (isOutage(error) || isContention(error)) return new AppError('server.unavailable', {}, { cause: error });
  // Deleted since the request began, by an admin or on another device.
  if (isAccountGone(error)) return new AppError('auth.required');
  return new AppError('server.failed', {}, { cause: error });
}

function messageOf({ code, values }: AppError, locale: Locale): string {
  const t = translator(locale);
  const said = inWords(values, locale);
  if (code !== 'request.invalid') return t(`errors.${code}`, said);
  const { field = '', reason, ...bounds } = said;
  return t('errors.request.invalid', {
    field: String(field),
    reason: t(`reasons.${reason as Reason}`, bounds),
  });
}

const inWords = (values: ErrorValues, locale: Locale): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? formatBytes(value.bytes, tagOf(locale)) : value,
    ]),
  );
