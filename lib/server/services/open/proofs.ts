import 'server-only';
import { createHash } from 'node:crypto';
import { openToken, visitMs } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import type { LinkPublication } from './publication';

/** A browser may send several cookies of one name; any valid one counts. */
export type CookieValues = string | readonly string[] | null;

/** Returns the id of a live visit. Publishing again or changing the password ends it. */
export async function findLiveVisit(
  ctx: Context,
  publication: LinkPublication,
  { visitCookie, visitKey = null }: { visitCookie: CookieValues; visitKey?: string | null },
): Promise<string | null> {
  const claims =
    (await readProof(ctx, 'visit', visitCookie, publication)) ??
    (await readProof(ctx, 'visitKey', visitKey, publication));
  return claims && String(claims.visit);
}

export async function findRepeatedVisit(ctx: Context, publication: LinkPublication, key: string | null) {
  if (key === null) return null;
  const begun = { gt: new Date(ctx.now.getTime() - visitMs) };
  return ctx.db.visit.findFirst({
    where: { id: visitIdForKey(publication, key), shareId: publication.shareId, startedAt: begun },
    select: { id: true, startedAt: true },
  });
}

/** Derives the visit id from the key, which is a secret and is not stored. */
export const visitIdForKey = (publication: LinkPublication, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([key, publicationClaims(publication)]))
    .digest('base64url')
    .slice(0, 32);

/** Returns the claims of the first valid value for this publication, or null. */
export async function readProof(
  ctx: Context,
  purpose: 'visit' | 'visitKey' | 'password',
  shown: CookieValues,
  to: LinkPublication,
) {
  for (const text of [shown ?? []].flat()) {
    const claims = await openToken(purpose, text, ctx.now);
    if (claims && matchesPublication(claims, to)) return claims;
  }
  return null;
}

/** Claims that bind a sealed proof to this publication. */
export const publicationClaims = (publication: LinkPublication) => ({
  share: publication.shareId,
  version: publication.version,
  password: publication.passwordVersion,
  ...(publication.recipientId !== null && { recipient: publication.recipientId }),
  ...(publication.onlyRecipients && { only: 1 }),
});

const claimNames = ['share', 'version', 'password', 'recipient', 'only'];

function matchesPublication(claims: Record<string, unknown>, publication: LinkPublication): boolean {
  const bound: Record<string, unknown> = publicationClaims(publication);
  return claimNames.every((name) => claims[name] === bound[name]);
}
