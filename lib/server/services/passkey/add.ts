import 'server-only';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { OwnerProof } from '@/lib/contract/account/owner-proof';
import { AppError } from '@/lib/contract/errors';
import type { NewPasskey } from '@/lib/contract/passkey';
import { endSessions, lockLiveSession } from '@/lib/server/auth/session-rows';
import type { UserContext } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { proveOwner } from '@/lib/server/services/factor/prove-owner';
import { passwordMark } from '@/lib/server/services/factor/set-up';
import { checkHasPassword } from '@/lib/server/services/settings/password';
import { challengeMs, sitePasskeysNeed, spendChallenge, storeChallenge } from './challenge';

/** EdDSA, ES256 and RS256, whatever else one of the nodes could check. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** A challenge is for one session, and ends with the password that it was given for. */
const purposeOf = ({ viewer }: UserContext, passwordHash: string | null) =>
  `add ${viewer.sessionId} ${passwordMark(passwordHash)}` as const;

/** @throws passkey.notHere, settings.noPassword, and as `proveOwner` */
export async function beginPasskey(ctx: UserContext, proof: OwnerProof) {
  const { rpId } = sitePasskeysNeed(ctx);
  const { id: accountId, login } = ctx.viewer;
  const { passwordHash } = await checkHasPassword(ctx);
  await proveOwner(ctx, proof, 'settings.passkey');
  const known = await ctx.db.passkey.findMany({ where: { accountId, rpId } });
  const options = await generateRegistrationOptions({
    rpName: ctx.config.APP_NAME,
    rpID: rpId,
    userName: login,
    userID: Uint8Array.from(Buffer.from(accountId)),
    timeout: challengeMs,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  });
  await storeChallenge(ctx, options.challenge, { purpose: purposeOf(ctx, passwordHash), accountId });
  return { options: { ...options } };
}

/**
 * The first factor that is demanded ends other sessions, which may be a thief's.
 * @throws passkey.notHere, passkey.over, passkey.refused, settings.noPassword, auth.required if the session is over
 */
export async function addPasskey(ctx: UserContext, { name, credential }: NewPasskey): Promise<void> {
  const { id: accountId, sessionId, lacksFactor = false } = ctx.viewer;
  const made = await verified(ctx, credential);
  await ctx.db.$transaction(async (tx) => {
    if (!(await lockLiveSession(tx, ctx))) throw new AppError('auth.required');
    const data = { id: ctx.newId(), accountId, name, createdAt: ctx.now, ...made };
    const { count } = await tx.passkey.createMany({ data: [data], skipDuplicates: true });
    if (count === 0) throw new AppError('passkey.refused');
    if (lacksFactor) await endSessions(tx, { accountId, except: sessionId, now: ctx.now, hasTokens: false });
    const object = { type: 'account', id: accountId } as const;
    const details = { change: 'added', name };
    await record(ctx, { event: 'passkey.add', object, details, mail: { accountId } }, tx);
  }, longTransaction);
}

async function verified(ctx: UserContext, response: NewPasskey['credential']) {
  const { rpId, origin } = sitePasskeysNeed(ctx);
  const { passwordHash } = await checkHasPassword(ctx);
  try {
    checkIsPlain(response.response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: spendChallenge(ctx, purposeOf(ctx, passwordHash)),
      expectedOrigin: origin,
      expectedRPID: rpId,
      supportedAlgorithmIDs,
    });
    if (!registrationInfo) throw new AppError('passkey.refused');
    const { credential, credentialDeviceType: deviceType, credentialBackedUp: backedUp } = registrationInfo;
    const { id: credentialId, publicKey, counter } = credential;
    const transports = response.response.transports ?? [];
    return { credentialId, rpId, publicKey, counter, transports, deviceType, backedUp };
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('passkey.refused', {}, { cause: error });
  }
}

/** Certificates of makers aren't asked for: to check one is to fetch what it names. @throws passkey.refused */
function checkIsPlain(attestationObject: string): void {
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')));
  const isPlain = ['none', 'packed'].includes(attestation.get('fmt'));
  if (!isPlain || attestation.get('attStmt').get('x5c')) throw new AppError('passkey.refused');
}
