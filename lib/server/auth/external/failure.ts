import 'server-only';
import * as oauth from 'oauth4webapi';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import { oneLine } from '@/lib/domain/pasted/name';
import { serverPaths } from '@/lib/paths';
import { audit } from '@/lib/server/audit/audit';
import { isFirstInAWhile } from '@/lib/server/audit/first-in-a-while';
import type { Provider } from '@/lib/server/config/provider';
import type { Context } from '@/lib/server/context';
import { isOutage } from '@/lib/server/db/outage';
import { clientKey } from '@/lib/server/limits/counter-keys';
import { clockDifference } from './clocks';

type Failed = { provider: Provider; back: string | null; error: unknown };

/** Notes why a sign-in came to nothing, and says where the person reads of it. No code, token or answer is kept. */
export async function failedPage(ctx: Context, { provider, back, error }: Failed): Promise<string> {
  const code = codeOf(error);
  const about = { event: 'login.failed', source: `oauth:${provider.id}`, address: ctx.client.address };
  ctx.log.warn({ ...about, reason: code, detail: detailOf(error) }, 'login failed');
  // A browser can be sent here again and again, by anybody.
  const isNews = isFirstInAWhile(ctx.now, `${about.source}:${code}:${clientKey(ctx.client.address)}`);
  if (isNews && !writtenDownBefore.includes(code)) {
    const details = { source: about.source, reason: code };
    await audit(ctx, { event: 'login.oauth', outcome: 'refused', actor: { kind: 'oauth' }, details });
  }
  return `${ctx.config.BASE_URL}${serverPaths.externalLogin({ back, code, provider: provider.id })}`;
}

/** A provider's own word in place of a code (RFC 6749, section 4.1.2.1). */
export function refusalBy(search: URLSearchParams): AppError {
  const error = search.get('error') ?? '';
  const words = [error, search.get('error_description')].filter(Boolean).join(': ');
  return new AppError(codes.get(error) ?? 'auth.providerUnclear', {}, { cause: new Error(words) });
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  const code = codes.get(refusalIn(error)?.error ?? '');
  if (code) return code;
  return isOutage(error) ? 'server.unavailable' : 'auth.providerUnclear';
}

type Refusal = { status: number; error: string; description: string | undefined };

/** A provider's refusal: in its answer's body, or, of who we are, in a header. */
function refusalIn(error: unknown): Refusal | null {
  if (error instanceof oauth.ResponseBodyError) {
    return { status: error.status, error: error.error, description: error.error_description };
  }
  if (!(error instanceof oauth.WWWAuthenticateChallengeError)) return null;
  const { error: word = '', error_description: description } = error.cause[0]?.parameters ?? {};
  return { status: error.status, error: word, description };
}

/** What providers' words come to: for the person to mend, for an admin, for nobody here. */
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

/** What `signInFederated` refuses is written down there, with the name of who came. */
const writtenDownBefore: ErrorCode[] = [
  'auth.accountDisabled',
  'auth.externalSignupClosed',
  'auth.otherSource',
];

/** Enough for the operator to find the cause: words of the library, the standard, the network or the provider. */
export function detailOf(error: unknown): string | undefined {
  const refusal = refusalIn(error);
  if (refusal) {
    const words = [refusal.error, refusal.description].filter(Boolean).join(': ');
    return oneLine(`${refusal.status} ${words}`).slice(0, 200);
  }
  if (!(error instanceof Error)) return;
  if (error instanceof AppError) return error.cause ? detailOf(error.cause) : undefined;
  const apart = clockDifference(error);
  const words = apart === null ? error.message : `the clocks differ by ${apart} s: ${error.message}`;
  return oneLine(words).slice(0, 200);
}
