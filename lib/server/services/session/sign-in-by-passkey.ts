import 'server-only';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { AppError } from '@/lib/contract/errors';
import type { PasskeyAssertion } from '@/lib/contract/passkey';
import type { Context, Viewer } from '@/lib/server/context';
import type { Account, Passkey } from '@/lib/server/db/generated/client';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { record } from '@/lib/server/journal/record';
import { attempt } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/counters';
import {
  challengeMs,
  sitePasskeysNeed,
  spendChallenge,
  storeChallenge,
} from '@/lib/server/services/passkey/challenge';
import type { PasskeyUse } from '@/lib/server/services/passkey/passkeys';
import { enterAccount } from './enter';

/** Asks for no account: the passkey says whose it is. @throws passkey.notHere */
export async function beginPasskeySignIn(ctx: Context) {
  const { rpId } = sitePasskeysNeed(ctx);
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  await storeChallenge(ctx, challenge, { purpose: 'sign in', accountId: null });
  const userVerification = 'required' as const;
  return { options: { challenge, rpId, timeout: challengeMs, userVerification } };
}

type PasskeySignIn = { credential: PasskeyAssertion; isKept: boolean };

/**
 * Signs in for password and second factor at once.
 * @throws passkey.notHere, passkey.over, passkey.refused, auth.accountDisabled, limit.attempts
 */
export async function signInByPasskey(ctx: Context, given: PasskeySignIn): Promise<Viewer> {
  const client = clientKey(ctx.client.address);
  const viewer = await attempt(ctx, [{ limit: 'loginClient', of: [client] }], () => tryPasskey(ctx, given));
  if (!viewer) throw new AppError('passkey.refused');
  ctx.log.info({ event: 'login', account: viewer.id, address: ctx.client.address }, 'signed in');
  return viewer;
}

async function tryPasskey(ctx: Context, { credential, isKept }: PasskeySignIn): Promise<Viewer | null> {
  const { rpId } = sitePasskeysNeed(ctx);
  const key = await ctx.db.passkey.findUnique({
    where: { credentialId: credential.id, rpId },
    include: { account: true },
  });
  const passkey = key && (await verifiedUse(ctx, key, credential));
  if (!key || !passkey) return refuse(ctx, key?.account ?? null, 'bad_passkey');
  const { account } = key;
  const unchanged = { source: 'intern' };
  const kind = { event: 'login', factor: 'passkey', passkey } as const;
  const viewer = await enterAccount(ctx, { account, unchanged, isKept, ...kind });
  if (viewer) return viewer;
  await refuse(ctx, account, 'not_usable');
  throw new AppError('auth.accountDisabled');
}

/** Null for a signature of another key, person, site or origin. @throws passkey.over */
async function verifiedUse(
  ctx: Context,
  { id, accountId, credentialId, publicKey }: Passkey,
  response: PasskeyAssertion,
): Promise<PasskeyUse | null> {
  const { rpId, origin } = sitePasskeysNeed(ctx);
  if (response.response.userHandle !== Buffer.from(accountId).toString('base64url')) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: spendChallenge(ctx, 'sign in'),
      expectedOrigin: origin,
      expectedRPID: rpId,
      // Its counter is judged by `recordPasskeyUse`.
      credential: { id: credentialId, publicKey, counter: 0 },
    });
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo;
    return verified ? { id, counter, backedUp } : null;
  } catch (error) {
    if (error instanceof AppError) throw error;
    ctx.log.info({ event: 'passkey', account: accountId, err: error }, 'a passkey was refused');
    return null;
  }
}

async function refuse(ctx: Context, account: Account | null, reason: string): Promise<null> {
  const login = account?.login ?? '';
  recordAuthFail(ctx, { kind: 'login', reason, account: login });
  await record(ctx, {
    event: 'login',
    outcome: 'refused',
    ...(account && { object: { type: 'account', id: account.id } }),
    details: { login, reason },
  });
  return null;
}
