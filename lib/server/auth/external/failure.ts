import 'server-only';
import * as oauth from 'oauth4webapi';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import { serverPaths } from '@/lib/paths';
import { audit } from '@/lib/server/audit/audit';
import { isFirstInAWhile } from '@/lib/server/audit/first-in-a-while';
import type { Provider } from '@/lib/server/config/provider';
import type { Context } from '@/lib/server/context';
import { isOutage } from '@/lib/server/db/outage';
import { clientKey } from '@/lib/server/limits/client-key';

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

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  if (error instanceof oauth.ResponseBodyError && staleCodes.includes(error.error))
    return 'auth.providerStale';
  return isOutage(error) ? 'server.unavailable' : 'auth.providerUnclear';
}

/** What providers say of a code that is over or was used before; the second is GitHub's word. */
const staleCodes = ['invalid_grant', 'bad_verification_code'];

/** What `signInFederated` refuses is written down there, with the name of who came. */
const writtenDownBefore: ErrorCode[] = [
  'auth.accountDisabled',
  'auth.externalSignupClosed',
  'auth.otherSource',
];

/** Enough for the operator to find the cause: fixed words of the library, the standard or the network. */
function detailOf(error: unknown): string | undefined {
  if (error instanceof oauth.ResponseBodyError) return `${error.status} ${error.error}`.slice(0, 80);
  if (!(error instanceof Error)) return;
  if (error instanceof AppError) return error.cause ? detailOf(error.cause) : undefined;
  return error.message.slice(0, 200);
}
