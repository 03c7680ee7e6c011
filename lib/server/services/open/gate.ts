import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { unseal } from '@/lib/server/auth/sealed';
import type { Context } from '@/lib/server/context';
import { liveVisit, provenBy, repeatedVisit, type Shown } from './proofs';
import { type Ending, findLive, type Publication } from './publication';
import { trySharePassword } from './share-password';

/** What a visitor shows: all of it optional, none of it trusted. */
export type Proof = {
  /** From the header, decoded. */
  password: string | null;
  passwordCookie: Shown;
  visitCookie: Shown;
  /** Of a recipient who has proven their address. */
  recipientCookie?: Shown;
  /** From a URL that a page of this visit has handed out. */
  visitKey?: string | null;
  /** Of a visitor who asks again, because the answer may have been lost; secret, of their own making. */
  idempotencyKey?: string | null;
};

type VisitProof = Pick<Proof, 'visitCookie' | 'visitKey' | 'idempotencyKey'>;

export type LinkAccess = {
  publication: Publication;
  visitId: string | null;
  /** When the visit began, if nothing but the key of the request that began it tells of it. */
  repeatedFrom: Date | null;
};

/** Who takes bytes by a link, as it is written down. */
export type LinkReader = {
  shareId: string;
  visitId: string | null;
  recipientId: string | null;
  isLimited: boolean;
};

export const readerOf = (
  { shareId, recipientId, maxDownloads }: Publication,
  visitId: string | null,
): LinkReader => ({
  shareId,
  visitId,
  recipientId,
  isLimited: maxDownloads !== null,
});

/**
 * THE gate: whatever leaves through a public link, details or bytes, has passed here for this very request.
 * Dead links are told apart from nothing: unknown, withdrawn, expired, used up and of a disabled owner answer alike.
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

/** What this visitor may try to open, a live link that has a view left or is being visited already; else what ended it. */
export async function findOpenable(
  ctx: Context,
  linkId: string,
  proof: VisitProof,
): Promise<LinkAccess | Ending> {
  const found = await findLive(ctx, linkId);
  if (typeof found === 'string') return found;
  const { publication, state } = found;
  const visitId = await liveVisit(ctx, publication, proof);
  if (visitId !== null) return { publication, visitId, repeatedFrom: null };
  const repeated = await repeatedVisit(ctx, publication, proof.idempotencyKey ?? null);
  if (repeated) return { publication, visitId: repeated.id, repeatedFrom: repeated.startedAt };
  return state === 'used-up' ? state : { publication, visitId, repeatedFrom: null };
}

/** Visits are of those who had proven their address, as long as only recipients come in. */
async function checkRecipient(
  ctx: Context,
  publication: Publication,
  { recipientCookie = null }: Proof,
  isVisiting: boolean,
): Promise<void> {
  const { onlyRecipients, recipientId, shareId } = publication;
  if (!onlyRecipients || isVisiting) return;
  if (recipientId === null) throw new AppError('open.recipientsOnly');
  for (const text of [recipientCookie ?? []].flat()) {
    const claims = await unseal('recipient', text, ctx.now);
    if (claims?.recipient === recipientId && claims.share === shareId) return;
  }
  throw new AppError('open.codeRequired');
}

async function checkPassword(
  ctx: Context,
  publication: Publication,
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
  const claims = await provenBy(ctx, 'password', proof.passwordCookie, publication);
  if (!claims) throw new AppError('open.passwordRequired');
}
