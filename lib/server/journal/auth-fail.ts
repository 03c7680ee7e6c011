import 'server-only';
import type { Context } from '@/lib/server/context';

type AuthFailKind =
  | 'login'
  | 'share_password'
  | 'share_unknown'
  | 'alias_unknown'
  | 'invite'
  | 'proxy'
  | 'token';

type AuthFail = { kind: AuthFailKind; reason: string; account?: string };

/**
 * The line that fail2ban reads (contrib/fail2ban). The format is fixed: address first, untrusted input last
 * and escaped, so that it can't imitate a line.
 */
export function authFailLine(address: string | null, { kind, reason, account = '' }: AuthFail): string {
  return `AUTH-FAIL ip=${address || '-'} kind=${kind} reason=${reason} account=${asciiJson(account.slice(0, 255))}`;
}

export function recordAuthFail(ctx: Context, fail: AuthFail): void {
  if (ctx.log.isLevelEnabled('warn')) process.stderr.write(`${authFailLine(ctx.client.address, fail)}\n`);
}

const asciiJson = (text: string): string =>
  JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
