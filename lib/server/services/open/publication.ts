import 'server-only';
import { publishState } from '@/lib/domain/publish';
import { redactedId } from '@/lib/server/audit/audit';
import { noteAuthFail } from '@/lib/server/audit/auth-fail';
import type { Context } from '@/lib/server/context';
import { rowsOf } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { checkGuesser, missed } from '@/lib/server/limits/unknown-id';

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

/**
 * The publication behind a link that is neither withdrawn nor expired and whose owner may still publish. Links that
 * never were count as guesses; dead ones don't, or a class with an old link would lock its whole school out.
 * @throws limit.attempts
 */
export async function findLive(ctx: Context, linkId: string): Promise<Publication | null> {
  checkGuesser(ctx);
  const publication = await publicationOf(ctx.db, linkId);
  if (!publication) {
    noteAuthFail(ctx, { kind: 'share_unknown', reason: 'no_such_link', account: redactedId(linkId) });
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
