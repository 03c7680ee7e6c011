import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { unseal } from '@/lib/server/auth/sealed';
import type { Context } from '@/lib/server/context';
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
};

/** A browser may hold several cookies of one name; any good one counts. */
export type Shown = string | readonly string[] | null;

type VisitProof = Pick<Proof, 'visitCookie' | 'visitKey'>;

export type LinkAccess = { publication: Publication; visitId: string | null };

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
  await checkRecipient(ctx, access.publication, proof, access.visitId !== null);
  await checkPassword(ctx, access.publication, proof, access.visitId !== null);
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
  return visitId === null && state === 'used-up' ? state : { publication, visitId };
}

/** A visit is of one publishing under one password: publishing again or changing the password ends it. */
async function liveVisit(
  ctx: Context,
  publication: Publication,
  { visitCookie, visitKey = null }: VisitProof,
): Promise<string | null> {
  const claims =
    (await provenBy(ctx, 'visit', visitCookie, publication)) ??
    (await provenBy(ctx, 'visitKey', visitKey, publication));
  return claims && String(claims.visit);
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

/** What the first good one of the sealed values says, if one was given for this publication. */
async function provenBy(
  ctx: Context,
  purpose: 'visit' | 'visitKey' | 'password',
  shown: Shown,
  to: Publication,
) {
  for (const text of [shown ?? []].flat()) {
    const claims = await unseal(purpose, text, ctx.now);
    if (claims && isFor(claims, to)) return claims;
  }
  return null;
}

/** What a sealed proof of this publication says; open-share.ts writes them. */
export const boundTo = (publication: Publication) => ({
  share: publication.shareId,
  version: publication.version,
  password: publication.passwordVersion,
  ...(publication.recipientId !== null && { recipient: publication.recipientId }),
  ...(publication.onlyRecipients && { only: 1 }),
});

const boundNames = ['share', 'version', 'password', 'recipient', 'only'];

function isFor(claims: Record<string, unknown>, publication: Publication): boolean {
  const bound: Record<string, unknown> = boundTo(publication);
  return boundNames.every((name) => claims[name] === bound[name]);
}
