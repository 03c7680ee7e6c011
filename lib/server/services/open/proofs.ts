import 'server-only';
import { createHash } from 'node:crypto';
import { unseal, visitMs } from '@/lib/server/auth/sealed';
import type { Context } from '@/lib/server/context';
import type { Publication } from './publication';

/** A browser may hold several cookies of one name; any good one counts. */
export type Shown = string | readonly string[] | null;

/** A visit is of one publishing under one password: publishing again or changing the password ends it. */
export async function liveVisit(
  ctx: Context,
  publication: Publication,
  { visitCookie, visitKey = null }: { visitCookie: Shown; visitKey?: string | null },
): Promise<string | null> {
  const claims =
    (await provenBy(ctx, 'visit', visitCookie, publication)) ??
    (await provenBy(ctx, 'visitKey', visitKey, publication));
  return claims && String(claims.visit);
}

/** The visit that an earlier request with this key has begun. */
export async function repeatedVisit(ctx: Context, publication: Publication, key: string | null) {
  if (key === null) return null;
  const begun = { gt: new Date(ctx.now.getTime() - visitMs) };
  return ctx.db.visit.findFirst({
    where: { id: keyedVisitId(publication, key), shareId: publication.shareId, startedAt: begun },
    select: { id: true, startedAt: true },
  });
}

/** Of a visit that begins with a key: the key is a secret and not kept. */
export const keyedVisitId = (publication: Publication, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([key, boundTo(publication)]))
    .digest('base64url')
    .slice(0, 32);

/** What the first good one of the sealed values says, if one was given for this publication. */
export async function provenBy(
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
