import 'server-only';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Finding } from '@/lib/contract/admin/doctor';
import { passkeySite } from '@/lib/server/auth/passkey-site';
import { openedPrefixes } from '@/lib/server/auth/stored-secret';
import type { Context } from '@/lib/server/context';
import { greetingName, NotSent } from '@/lib/server/mail/mailer';
import { isInNetworks } from '@/lib/server/network-address';
import type { OutsidePlace } from '@/lib/server/outside/outside-failure';
import { asFailure } from '@/lib/server/outside/outside-failure';
import { countLostSecrets } from '@/lib/server/services/secret/lost-secrets';
import { needOfOldSecret } from '@/lib/server/services/secret/reseal';
import { finding } from './finding';

export async function checkMail({ mail, config }: Context): Promise<Finding> {
  const { SIGNUP_MODE, SIGNUP_EMAIL } = config;
  const isNeeded = SIGNUP_MODE !== 'closed' && SIGNUP_EMAIL === 'verified';
  if (!mail)
    return isNeeded ? finding('mail', 'failure', 'neededToRegister') : finding('mail', 'skipped', 'off');
  const name = greetingName(config) ?? os.hostname();
  try {
    await mail.check();
  } catch (error) {
    const { place, line: reason } = asFailure(error);
    return finding('mail', 'failure', codeOf(error, place), { reason, name });
  }
  return config.MAIL_FROM
    ? finding('mail', 'fine', 'fine', { name })
    : finding('mail', 'warning', 'noSender', { name });
}

function codeOf(error: unknown, place: OutsidePlace): string {
  const scheme = error instanceof NotSent ? error.scheme : null;
  if (scheme) return scheme === 'smtps' ? 'wantsTls' : 'noTls';
  return place === 'certificate' ? 'untrusted' : 'broken';
}

/** A random secret of 32 characters has far more different ones. */
const fewestCharacters = 12;

export async function checkSecret({ config }: Context): Promise<Finding> {
  const { AUTH_SECRET = '', ADMIN_PASSWORD, DATA_DIR } = config;
  if (AUTH_SECRET.length < 32 || new Set(AUTH_SECRET).size < fewestCharacters) {
    return finding('secret', 'failure', 'weak');
  }
  const file = path.join(DATA_DIR, 'secret');
  const mode = await stat(file).then(
    (found) => found.mode & 0o077,
    () => 0,
  );
  if (mode !== 0) return finding('secret', 'failure', 'readable', { file });
  if (ADMIN_PASSWORD !== undefined && ADMIN_PASSWORD.length < 12)
    return finding('secret', 'warning', 'shortPassword');
  return finding('secret', 'fine', 'fine');
}

export async function checkSealed(ctx: Context): Promise<Finding[]> {
  const lost = await countLostSecrets(ctx);
  if (!lost) return [];
  const { 'second factor': factors, webhook: webhooks, setting: settings } = lost;
  return [finding('secret', 'failure', 'sealed', { factors, webhooks, settings })];
}

/** Says when AUTH_SECRET_OLD can go. */
export async function checkOldSecret(ctx: Context): Promise<Finding[]> {
  const need = await needOfOldSecret(ctx);
  if (!need) return [];
  const { stored, until } = need;
  const date = until.toISOString().slice(0, 10);
  if (stored > 0) return [finding('secret', 'warning', 'oldStored', { stored })];
  return until > ctx.now
    ? [finding('secret', 'fine', 'oldNeeded', { date })]
    : [finding('secret', 'warning', 'oldOver')];
}

const maxNamed = 5;

/** Finds those that were sealed under another AUTH_SECRET. */
export async function checkFactors({ config, db }: Context): Promise<Finding> {
  if (config.SECOND_FACTOR === 'off') return finding('factor', 'skipped', 'off');
  const lost = await db.secondFactor.findMany({
    where: { NOT: openedPrefixes('second factor').map((prefix) => ({ secret: { startsWith: prefix } })) },
    select: { account: { select: { login: true } } },
    orderBy: { accountId: 'asc' },
  });
  if (lost.length === 0) return finding('factor', 'fine', 'fine');
  const names = lost.slice(0, maxNamed).map(({ account }) => account.login);
  return finding('factor', 'failure', 'sealed', { count: lost.length, names: names.join(', ') });
}

export async function checkPasskeys({ db, config }: Context): Promise<Finding[]> {
  const rpId = passkeySite(config)?.rpId ?? '';
  const elsewhere = await db.passkey.groupBy({ by: ['rpId'], where: { rpId: { not: rpId } }, _count: true });
  const count = elsewhere.reduce((sum, { _count }) => sum + _count, 0);
  const hosts = elsewhere.map((each) => each.rpId).join(', ');
  return count === 0
    ? []
    : [finding('baseUrl', 'warning', 'passkeys', { count, hosts, url: config.BASE_URL })];
}

/** Finds stored settings that are wrong, and therefore not used. */
export function checkStored({ config }: Context): Finding {
  const { IGNORED } = config;
  if (IGNORED.length === 0) return finding('settings', 'fine', 'fine');
  return finding('settings', 'failure', 'ignored', { names: IGNORED.join(', ') });
}

export function checkLimits({ config }: Context): Finding {
  return config.RATE_LIMITS ? finding('limits', 'fine', 'fine') : finding('limits', 'warning', 'off');
}

export function checkProxies({ client, config }: Context, forwardedFor: string | null): Finding {
  const { TRUSTED_PROXIES, BASE_URL } = config;
  const address = client.address ?? '';
  const named = forwardedFor?.split(',').map((one) => one.trim()) ?? [];
  if (named.length > 0 && !named.includes(address) && !isInNetworks(TRUSTED_PROXIES, address)) {
    return finding('proxies', 'failure', 'notTrusted', { address });
  }
  // A browser on the proxy's own machine is named by the same address.
  if (named.length === 0 && isInNetworks(TRUSTED_PROXIES, address))
    return finding('proxies', 'failure', 'silent', { address });
  const isBehind = BASE_URL.startsWith('https:') || TRUSTED_PROXIES.length > 0;
  if (isBehind && named.length === 0) return finding('proxies', 'warning', 'unnamed', { address });
  return finding('proxies', 'fine', 'fine', { address });
}
