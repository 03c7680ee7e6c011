import 'server-only';
import { publishState } from '@/lib/domain/publish';
import { redactedId } from '@/lib/server/audit/audit';
import { recordAuthFail } from '@/lib/server/audit/auth-fail';
import type { Context } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { checkGuesser, recordMiss } from '@/lib/server/limits/unknown-id';

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
  onlyRecipients: boolean;
  /** Whose link it is; null: everybody's. */
  recipientId: string | null;
  passwordHash: string | null;
  passwordVersion: number;
  /** Its owner may not publish any more, or has withdrawn this recipient's link. */
  isClosed: boolean;
};

/**
 * What people may know of a link that leads nowhere: `gone` is unknown, withdrawn, or of an owner who is gone;
 * `arriving` opens when its files are there.
 */
export type Ending = 'expired' | 'used-up' | 'gone' | 'arriving';

/** A share whose files haven't arrived by then is abandoned. */
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
    recordAuthFail(ctx, { kind: 'share_unknown', reason: 'no_such_link', account: redactedId(linkId) });
    await recordMiss(ctx);
    return 'gone';
  }
  const state = publishState(publication, publication, ctx.now);
  if (publication.isClosed) return 'gone';
  if (state === 'unpublished') return isArriving(publication, ctx.now) ? 'arriving' : 'gone';
  return state === 'expired' ? state : { publication, state };
}

const columns = Prisma.sql`p."shareId", p."version", p."enabled", p."reservedAt", p."publishUntil", p."views", p."downloads",
  s."maxViews", s."maxDownloads", s."onlyRecipients", s."passwordHash", s."passwordVersion"`;
const owned = Prisma.sql`JOIN "Share" s ON s."id" = p."shareId" JOIN "Account" o ON o."id" = s."ownerId"`;
const isOwnerGone = Prisma.sql`(o."state" <> 'Active' OR o."deletingAt" IS NOT NULL)`;

/**
 * One statement, because every range of every public file begins with it. Words are kept in small letters and found in
 * any; all other links are as they are. Indexes: Publication_linkId_key,
 * Recipient_linkId_key.
 */
async function publicationOf(db: PrismaClient, linkId: string): Promise<Publication | null> {
  const [publication] = await queryDirect<Publication>(
    db,
    Prisma.sql`
    SELECT * FROM (
      SELECT ${columns}, p."linkId", NULL AS "recipientId", ${isOwnerGone} AS "isClosed"
      FROM "Publication" p ${owned} WHERE p."linkId" IN (${linkId}, ${linkId.toLowerCase()})
      UNION ALL
      SELECT ${columns}, r."linkId", r."id", ${isOwnerGone} OR r."withdrawnAt" IS NOT NULL
      FROM "Recipient" r JOIN "Publication" p ON p."shareId" = r."shareId" ${owned} WHERE r."linkId" = ${linkId}) links
    ORDER BY "linkId" = ${linkId} DESC LIMIT 1`,
  );
  return publication ?? null;
}

const isArriving = ({ reservedAt }: Publication, now: Date) =>
  reservedAt !== null && now.getTime() - reservedAt.getTime() < arrivesWithinMs;
