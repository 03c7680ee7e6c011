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
  reservedAt: Date | null;
  publishUntil: Date;
  views: number;
  downloads: number;
  maxViews: number;
  maxDownloads: number | null;
  passwordHash: string | null;
  passwordVersion: number;
  /** The owner may not publish any more: switched off, or about to be deleted. */
  isOwnerGone: boolean;
};

/**
 * What people may know of a link that leads nowhere: `gone` is unknown, withdrawn, or of an owner who is gone;
 * `arriving` opens when its files are there.
 */
export type Ending = 'expired' | 'used-up' | 'gone' | 'arriving';

/** Whoever hasn't sent the files by then has given it up. */
const arrivesWithinMs = 7 * 24 * 3_600_000;

export type Found = { publication: Publication; state: 'published' | 'used-up' };

/**
 * The publication behind a link that is neither withdrawn nor expired and whose owner may still publish. Links that
 * never were count as guesses; dead ones don't, or a class with an old link would lock its whole school out.
 * @throws limit.attempts
 */
export async function findLive(ctx: Context, linkId: string): Promise<Found | Ending> {
  checkGuesser(ctx);
  const publication = await publicationOf(ctx.db, linkId);
  if (!publication) {
    noteAuthFail(ctx, { kind: 'share_unknown', reason: 'no_such_link', account: redactedId(linkId) });
    await missed(ctx);
    return 'gone';
  }
  const state = publishState(publication, publication, ctx.now);
  if (publication.isOwnerGone) return 'gone';
  if (state === 'unpublished') return isArriving(publication, ctx.now) ? 'arriving' : 'gone';
  return state === 'expired' ? state : { publication, state };
}

/**
 * One statement, because every range of every public file begins with it. Words are kept in small letters and found in
 * any; all other links are as they are. Index: Publication_linkId_key.
 */
async function publicationOf(db: PrismaClient, linkId: string): Promise<Publication | null> {
  const [publication] = await rowsOf<Publication>(
    db,
    Prisma.sql`
    SELECT p."shareId", p."linkId", p."version", p."enabled", p."reservedAt", p."publishUntil", p."views", p."downloads",
      s."maxViews", s."maxDownloads", s."passwordHash", s."passwordVersion",
      o."state" <> 'Active' OR o."deletingAt" IS NOT NULL AS "isOwnerGone"
    FROM "Publication" p JOIN "Share" s ON s."id" = p."shareId" JOIN "Account" o ON o."id" = s."ownerId"
    WHERE p."linkId" IN (${linkId}, ${linkId.toLowerCase()})
    ORDER BY p."linkId" = ${linkId} DESC LIMIT 1`,
  );
  return publication ?? null;
}

const isArriving = ({ reservedAt }: Publication, now: Date) =>
  reservedAt !== null && now.getTime() - reservedAt.getTime() < arrivesWithinMs;
