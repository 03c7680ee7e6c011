import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { publishState } from '@/lib/domain/publish';
import { audit, beginning } from '@/lib/server/audit/audit';
import { noteAuthFail } from '@/lib/server/audit/auth-fail';
import { verifyPassword } from '@/lib/server/auth/password';
import { unseal } from '@/lib/server/auth/sealed';
import type { Context } from '@/lib/server/context';
import { rowsOf } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { attempt } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/client-key';
import { checkGuesser, missed } from '@/lib/server/limits/unknown-id';

/** What a visitor shows: all of it optional, none of it trusted. */
export type Proof = {
  /** From the header, decoded. */
  password: string | null;
  passwordCookie: string | null;
  visitCookie: string | null;
};

export type Publication = {
  shareId: string;
  linkId: string;
  version: number;
  enabled: boolean;
  publishUntil: Date;
  views: number;
  maxViews: number;
  passwordHash: string | null;
  passwordVersion: number;
  /** The owner may not publish any more: switched off, or about to be deleted. */
  isOwnerGone: boolean;
};
export type Admission = { publication: Publication; visitId: string | null };

/**
 * THE gate: whatever leaves through a public link, details or bytes, has passed here for this very request.
 * Dead links are told apart from nothing: unknown, withdrawn, expired, used up and of a disabled owner answer alike.
 * @throws open.notFound, open.passwordRequired, open.passwordWrong, limit.attempts
 */
export async function admit(ctx: Context, linkId: string, proof: Proof): Promise<Admission> {
  const admission = await findOpenable(ctx, linkId, proof.visitCookie);
  if (!admission) throw new AppError('open.notFound');
  await checkPassword(ctx, admission.publication, proof, admission.visitId !== null);
  return admission;
}

/** What this visitor may try to open: a live link that has a view left, or is being visited already. */
export async function findOpenable(
  ctx: Context,
  linkId: string,
  visitCookie: string | null,
): Promise<Admission | null> {
  const publication = await findLive(ctx, linkId);
  if (!publication) return null;
  const visitId = await liveVisit(ctx, publication, visitCookie);
  const isUsedUp = publication.views >= publication.maxViews;
  return visitId === null && isUsedUp ? null : { publication, visitId };
}

/**
 * The publication behind a link that is neither withdrawn nor expired and whose owner may still publish. Links that
 * never were count as guesses; dead ones don't, or a class with an old link would lock its whole school out.
 * @throws limit.attempts
 */
export async function findLive(ctx: Context, linkId: string): Promise<Publication | null> {
  checkGuesser(ctx);
  const publication = await publicationOf(ctx.db, linkId);
  if (!publication) {
    noteAuthFail(ctx, { kind: 'share_unknown', reason: 'no_such_link', account: beginning(linkId) });
    await missed(ctx);
    return null;
  }
  const state = publishState(publication, publication.maxViews, ctx.now);
  const alive = state === 'published' || state === 'used-up';
  return alive && !publication.isOwnerGone ? publication : null;
}

/** One statement, because every range of every public file begins with it. */
async function publicationOf(db: PrismaClient, linkId: string): Promise<Publication | null> {
  const [publication] = await rowsOf<Publication>(
    db,
    Prisma.sql`
    SELECT p."shareId", p."linkId", p."version", p."enabled", p."publishUntil", p."views",
      s."maxViews", s."passwordHash", s."passwordVersion",
      o."state" <> 'Active' OR o."deletingAt" IS NOT NULL AS "isOwnerGone"
    FROM "Publication" p JOIN "Share" s ON s."id" = p."shareId" JOIN "Account" o ON o."id" = s."ownerId"
    WHERE p."linkId" = ${linkId}`,
  );
  return publication ?? null;
}

/** A visit is of one publishing under one password: publishing again or changing the password ends it. */
async function liveVisit(
  ctx: Context,
  publication: Publication,
  cookie: string | null,
): Promise<string | null> {
  const claims = cookie ? await unseal('visit', cookie, ctx.now) : null;
  return claims && isFor(claims, publication) ? String(claims.visit) : null;
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
    if (await isRight(ctx, publication, passwordHash, proof.password)) return;
    throw new AppError('open.passwordWrong');
  }
  if (isVisiting) return;
  if (proof.passwordCookie === null) throw new AppError('open.passwordRequired');
  const claims = await unseal('password', proof.passwordCookie, ctx.now);
  if (!claims || !isFor(claims, publication)) throw new AppError('open.passwordRequired');
}

async function isRight(ctx: Context, { shareId, linkId }: Publication, hash: string, password: string) {
  const client = clientKey(ctx.client.address);
  const right = await attempt(
    ctx,
    [
      { limit: 'sharePassword', of: [shareId, client] },
      { limit: 'sharePasswordTotal', of: [shareId] },
    ],
    async () => (await verifyPassword(hash, password)) || null,
  );
  if (right) return true;
  noteAuthFail(ctx, { kind: 'share_password', reason: 'bad_password', account: beginning(linkId) });
  const details = { reason: 'bad_password', link: beginning(linkId) };
  await audit(ctx, { event: 'share.open', outcome: 'refused', shareId, details });
  return false;
}

/** What a sealed proof of this publication says; see visit.ts for who writes it. */
export const boundTo = ({ shareId, version, passwordVersion }: Publication) => ({
  share: shareId,
  version,
  password: passwordVersion,
});

function isFor(claims: Record<string, unknown>, publication: Publication): boolean {
  const bound = boundTo(publication);
  return (
    claims.share === bound.share && claims.version === bound.version && claims.password === bound.password
  );
}
