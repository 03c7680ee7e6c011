import 'server-only';
import * as z from 'zod';
import { AppError, type ErrorValues } from '@/lib/contract/errors';
import type { Reason } from '@/lib/contract/fields';
import { authChallenge } from '@/lib/contract/http/names';
import { isSettingName, type SettingName } from '@/lib/domain/server-settings';
import { formatBytes } from '@/lib/domain/units';
import { type Locale, pickLocale, tagOf } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import { looksLikeAccessToken, tokensOf } from '@/lib/server/auth/tokens';
import { config } from '@/lib/server/config';
import { isAccountGone, isContention, isOutage } from '@/lib/server/db/errors';
import { redactedPath } from '@/lib/server/journal/redacted';
import { log } from '@/lib/server/log';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { cookieLanguages } from '@/lib/server/request-headers';
import { innerHeaders } from './inner-headers';
import { invalidFromSchema } from './invalid';

export type HttpRefusal = {
  status: number;
  headers: Record<string, string>;
  body: { success: false; message: string; code: string };
  /** The error's own fields, for endpoints that declare them. */
  answer: AppError['answer'];
};

export const localeOf = (headers: RequestHeaders): Locale =>
  pickLocale(
    cookieLanguages(headers),
    headers.get('accept-language'),
    config().DEFAULT_LANGUAGE,
    config().LANGUAGES,
  );

/**
 * The only place that converts errors to answers. Unknown errors are logged in full and answered without
 * details.
 */
export function refusalOf(
  error: unknown,
  request: { method: string; url: string; headers: RequestHeaders },
): HttpRefusal {
  const known = toAppError(error);
  const isStorage = known.code.startsWith('storage.');
  if (isStorage ? known.cause !== undefined : known.status >= 500) {
    const { method, url, headers } = request;
    const req = headers.get(innerHeaders.request) ?? undefined;
    const path = redactedPath(new URL(url, 'http://localhost').pathname);
    log().error({ req, err: error, code: known.code, method, path }, 'request failed');
  }
  const message = messageOf(known, request.headers);
  return {
    status: known.status,
    headers: { 'cache-control': 'no-store', ...hintHeaders(known) },
    body: { success: false, message, code: known.code },
    answer: known.answer,
  };
}

function hintHeaders({ code, status, values }: AppError): Record<string, string> {
  if (code === 'file.thumbnailLater') return { 'retry-after': '2' };
  if (status === 401) return { 'www-authenticate': authChallenge };
  if (status === 429) return { 'retry-after': String(values.seconds ?? 1) };
  return status === 503 || status === 507 ? { 'retry-after': '5' } : {};
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return invalidFromSchema(error);
  if (isOutage(error) || isContention(error)) return new AppError('server.unavailable', {}, { cause: error });
  // Deleted since the request began, by an admin or on another device.
  if (isAccountGone(error)) return new AppError('auth.required');
  return new AppError('server.failed', {}, { cause: error });
}

function messageOf(error: AppError, headers: RequestHeaders): string {
  const locale = localeOf(headers);
  if (error.code !== 'auth.required') return errorText(error, locale);
  return translator(locale)('errors.auth.required', { by: carriesAccessToken(headers) ? 'token' : 'other' });
}

/** In words of the table of errors; settings are called as their page calls them. */
export function errorText({ code, values }: AppError, locale: Locale): string {
  const t = translator(locale);
  const said = formatValues(values, locale);
  const { field = '', reason, ...bounds } = said;
  const name = isSettingName(String(field))
    ? t(`server.name.${String(field) as SettingName}`)
    : String(field);
  if (code !== 'request.invalid')
    return t(`errors.${code}`, 'field' in said ? { ...said, field: name } : said);
  const typed = reason === 'missing' && typedFields.find((one) => one === field);
  if (typed) return t(`missing.${typed}`);
  return t('errors.request.invalid', { field: name, reason: t(`reasons.${reason as Reason}`, bounds) });
}

/** Fields that people leave empty: a sentence asks for them. */
const typedFields = ['password', 'oldPassword'] as const;

const carriesAccessToken = (headers: RequestHeaders) =>
  tokensOf(headers).some(({ carrier, token }) => carrier === 'header' && looksLikeAccessToken(token));

const formatValues = (values: ErrorValues, locale: Locale): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? formatBytes(value.bytes, tagOf(locale)) : value,
    ]),
  );
