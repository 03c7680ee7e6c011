import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { openToken } from '@/lib/server/auth/tokens';
import { tryPassword } from '@/lib/server/auth/try-password';
import type { Context } from '@/lib/server/context';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { type CookieValues, findLiveVisit, findRepeatedVisit, readProof } from './proofs';
import { findLivePublication, type LinkPublication, type UnavailableReason } from './publication';

/** Untrusted input from a visitor; every field is optional. */
export type Proof = {
  /** Decoded from the header. */
  password: string | null;
  passwordCookie: CookieValues;
  visitCookie: CookieValues;
  recipientCookie?: CookieValues;
  visitKey?: string | null;
  /** A secret chosen by the visitor to repeat a request whose answer may have been lost. */
  idempotencyKey?: string | null;
};

type VisitProof = Pick<Proof, 'visitCookie' | 'visitKey' | 'idempotencyKey'>;

type LinkAccess = {
  publication: LinkPublication;
  visitId: string | null;
  /** Start of a visit that only the idempotency key identifies. */
  repeatedFrom: Date | null;
};

export type LinkVisitor = {
  shareId: string;
  visitId: string | null;
  recipientId: string | null;
  isLimited: boolean;
};

export const visitorOf = (
  { shareId, recipientId, maxDownloads }: LinkPublication,
  visitId: string | null,
): LinkVisitor => ({
  shareId,
  visitId,
  recipientId,
  isLimited: maxDownloads !== null,
});

/**
 * Checks access to a public link; every request for details or bytes passes here. All dead links get the same
 * answer.
 * @throws open.notFound, open.recipientsOnly, open.codeRequired, open.passwordRequired, open.passwordWrong,
 * limit.attempts
 */
export async function authorizeLink(ctx: Context, linkId: string, proof: Proof): Promise<LinkAccess> {
  const access = await findOpenable(ctx, linkId, proof);
  if (typeof access === 'string') throw new AppError('open.notFound');
  const isVisiting = access.visitId !== null && access.repeatedFrom === null;
  await checkRecipient(ctx, access.publication, proof, isVisiting);
  await checkPassword(ctx, access.publication, proof, isVisiting);
  return access;
}

/**
 * Returns a live link that has views left or is being visited already, otherwise the reason why it is
 * unavailable.
 */
export async function findOpenable(
  ctx: Context,
  linkId: string,
  proof: VisitProof,
): Promise<LinkAccess | UnavailableReason> {
  const found = await findLivePublication(ctx, linkId);
  if (typeof found === 'string') return found;
  const { publication, state } = found;
  const visitId = await findLiveVisit(ctx, publication, proof);
  if (visitId !== null) return { publication, visitId, repeatedFrom: null };
  const repeated = await findRepeatedVisit(ctx, publication, proof.idempotencyKey ?? null);
  if (repeated) return { publication, visitId: repeated.id, repeatedFrom: repeated.startedAt };
  return state === 'used-up' ? state : { publication, visitId, repeatedFrom: null };
}

/** A running visit already proved the address: switching to recipients-only ends older visits. */
async function checkRecipient(
  ctx: Context,
  publication: LinkPublication,
  { recipientCookie = null }: Proof,
  isVisiting: boolean,
): Promise<void> {
  const { onlyRecipients, recipientId, shareId } = publication;
  if (!onlyRecipients || isVisiting) return;
  if (recipientId === null) throw new AppError('open.recipientsOnly');
  for (const text of [recipientCookie ?? []].flat()) {
    const claims = await openToken('recipient', text, ctx.now);
    if (claims?.recipient === recipientId && claims.share === shareId) return;
  }
  throw new AppError('open.codeRequired');
}

async function checkPassword(
  ctx: Context,
  publication: LinkPublication,
  proof: Proof,
  isVisiting: boolean,
): Promise<void> {
  const { passwordHash } = publication;
  if (passwordHash === null) return;
  if (proof.password !== null) {
    if (await trySharePassword(ctx, publication, passwordHash, proof.password)) return;
    throw new AppError('open.passwordWrong');
  }
  if (isVisiting) return;
  const claims = await readProof(ctx, 'password', proof.passwordCookie, publication);
  if (!claims) throw new AppError('open.passwordRequired');
}

/** Checks the password and audits a wrong one. @throws limit.attempts */
async function trySharePassword(
  ctx: Context,
  { shareId, linkId }: LinkPublication,
  hash: string,
  password: string,
): Promise<boolean> {
  const renew = (passwordHash: string) =>
    ctx.db.share.updateMany({ where: { id: shareId, passwordHash: hash }, data: { passwordHash } });
  if (await tryPassword(ctx, { subject: shareId, hash, storeRehash: renew }, password)) return true;
  recordAuthFail(ctx, { kind: 'share_password', reason: 'bad_password', account: redactedId(linkId) });
  const details = { reason: 'bad_password', link: redactedId(linkId) };
  await record(ctx, { event: 'share.open', outcome: 'refused', shareId, details });
  return false;
}
