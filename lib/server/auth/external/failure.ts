import 'server-only';
import * as oauth from 'oauth4webapi';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { serverPaths } from '@/lib/paths';
import type { Provider } from '@/lib/server/config/provider';
import type { Context } from '@/lib/server/context';
import { isOutage } from '@/lib/server/db/errors';
import { isFirstInAWhile, record } from '@/lib/server/journal/record';
import { clientKey } from '@/lib/server/limits/counters';

type FailedSignIn = { provider: Provider; back: string | null; error: unknown };

/**
 * Logs and audits a failed sign-in and returns the URL of the page that explains it. Stores no code, token or answer.
 */
export async function recordFailedSignIn(
  ctx: Context,
  { provider, back, error }: FailedSignIn,
): Promise<string> {
  const code = codeOf(error);
  const about = { event: 'login.failed', source: `oauth:${provider.id}`, address: ctx.client.address };
  ctx.log.warn({ ...about, reason: code, detail: failureDetail(error) }, 'login failed');
  // A browser can be sent here again and again, by anybody.
  const isFirst = isFirstInAWhile(ctx.now, `${about.source}:${code}:${clientKey(ctx.client.address)}`);
  if (isFirst && !auditedElsewhere.includes(code)) {
    const details = { source: about.source, reason: code };
    await record(ctx, { event: 'login.oauth', outcome: 'refused', actor: { kind: 'oauth' }, details });
  }
  return `${ctx.config.BASE_URL}${serverPaths.externalLogin({ back, code, provider: provider.id })}`;
}

/** Translates the `error` that a provider sends in place of a code (RFC 6749, section 4.1.2.1). */
export function refusalError(search: URLSearchParams): AppError {
  const error = search.get('error') ?? '';
  const words = [error, search.get('error_description')].filter(Boolean).join(': ');
  return new AppError(codes.get(error) ?? 'auth.providerUnclear', {}, { cause: new Error(words) });
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  const code = codes.get(providerRefusal(error)?.error ?? '');
  if (code) return code;
  return isOutage(error) ? 'server.unavailable' : 'auth.providerUnclear';
}

type ProviderRefusal = { status: number; error: string; description: string | undefined };

function providerRefusal(error: unknown): ProviderRefusal | null {
  if (error instanceof oauth.ResponseBodyError) {
    return { status: error.status, error: error.error, description: error.error_description };
  }
  if (!(error instanceof oauth.WWWAuthenticateChallengeError)) return null;
  const { error: word = '', error_description: description } = error.cause[0]?.parameters ?? {};
  return { status: error.status, error: word, description };
}

const codes = new Map<string, ErrorCode>([
  ['access_denied', 'auth.providerDeclined'],
  ['login_required', 'auth.providerDeclined'],
  ['interaction_required', 'auth.providerDeclined'],
  ['consent_required', 'auth.providerDeclined'],
  ['account_selection_required', 'auth.providerDeclined'],
  ['invalid_client', 'auth.providerMisconfigured'],
  ['invalid_request', 'auth.providerMisconfigured'],
  ['invalid_scope', 'auth.providerMisconfigured'],
  ['unauthorized_client', 'auth.providerMisconfigured'],
  ['unsupported_grant_type', 'auth.providerMisconfigured'],
  ['unsupported_response_type', 'auth.providerMisconfigured'],
  // GitHub's words.
  ['incorrect_client_credentials', 'auth.providerMisconfigured'],
  ['redirect_uri_mismatch', 'auth.providerMisconfigured'],
  ['application_suspended', 'auth.providerMisconfigured'],
  ['bad_verification_code', 'auth.providerStale'],
  // A code that is over or was used before.
  ['invalid_grant', 'auth.providerStale'],
  ['server_error', 'auth.providerAway'],
  ['temporarily_unavailable', 'auth.providerAway'],
]);

/** `signInFederated` audits these itself, with the person's name. */
const auditedElsewhere: ErrorCode[] = [
  'auth.accountDisabled',
  'auth.externalSignupClosed',
  'auth.otherSource',
  'auth.notAdmitted',
  'auth.emailUnverified',
];

export function failureDetail(error: unknown): string | undefined {
  const refusal = providerRefusal(error);
  if (refusal) {
    const words = [refusal.error, refusal.description].filter(Boolean).join(': ');
    return oneLine(`${refusal.status} ${words}`).slice(0, 200);
  }
  if (!(error instanceof Error)) return;
  if (error instanceof AppError) return error.cause ? failureDetail(error.cause) : undefined;
  const offset = refusedClockOffset(error);
  const words = offset === null ? error.message : `the clocks differ by ${offset} s: ${error.message}`;
  return oneLine(words).slice(0, 200);
}

const reportedOffsetSeconds = 30;

/** Returns by how many seconds the issuer's clock is ahead of ours, or null for a negligible offset. */
export function clockOffsetSeconds({ iat }: { iat?: unknown }): number | null {
  const seconds = typeof iat === 'number' ? Math.round(iat - Date.now() / 1000) : 0;
  return Math.abs(seconds) < reportedOffsetSeconds ? null : seconds;
}

function refusedClockOffset(error: Error): number | null {
  if (!(error instanceof oauth.OperationProcessingError) || error.code !== oauth.JWT_TIMESTAMP_CHECK)
    return null;
  return clockOffsetSeconds(Object((error.cause as { claims?: unknown } | undefined)?.claims));
}
