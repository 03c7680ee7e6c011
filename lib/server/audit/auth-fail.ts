import 'server-only';
import type { Context } from '@/lib/server/context';

export type AuthFailKind =
  | 'login'
  | 'share_password'
  | 'share_unknown'
  | 'alias_unknown'
  | 'invite'
  | 'proxy'
  | 'token';

type AuthFail = { kind: AuthFailKind; reason: string; account?: string };

/**
 * The line that fail2ban reads, see contrib/fail2ban. Its form never changes: the address first, what somebody typed
 * last, and that without anything that could end the line or look like its beginning.
 */
export function authFailLine(address: string | null, { kind, reason, account = '' }: AuthFail): string {
  return `AUTH-FAIL ip=${address || '-'} kind=${kind} reason=${reason} account=${asciiJson(account.slice(0, 255))}`;
}

export function noteAuthFail(ctx: Context, fail: AuthFail): void {
  if (ctx.log.isLevelEnabled('warn')) process.stderr.write(`${authFailLine(ctx.client.address, fail)}\n`);
}

/** Readers differ in what ends a line for them, so nothing but printable ASCII is left as it is. */
const asciiJson = (text: string): string =>
  JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
