import 'server-only';
import { publishState, unlimitedViews } from '@/lib/domain/publish';
import type { Context } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { redactedId } from '@/lib/server/journal/redacted';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';

export type LinkPublication = {
  shareId: string;
  linkId: string;
  version: number;
  enabled: boolean;
  reservedAt: Date | null;
  publishUntil: Date;
  views: number;
  downloads: number;
  /** Recipients have links of their own, whose views nothing limits. */
  maxViews: number;
  maxDownloads: number | null;
  onlyRecipients: boolean;
  /** Null for the link that anyone may use. */
  recipientId: string | null;
  passwordHash: string | null;
  passwordVersion: number;
  /** An admin took the share down, its owner may no longer publish, or withdrew this recipient's link. */
  isClosed: boolean;
};

/**
 * Public reason why a link doesn't open. `gone`: unknown, withdrawn, taken down or owner gone; `arriving`: opens once its
 * files are complete.
 */
export type UnavailableReason = 'expired' | 'used-up' | 'gone' | 'arriving';

/** A reserved share counts as abandoned after this time. */
const arrivesWithinMs = 7 * 24 * 3_600_000;

export type LivePublication = { publication: LinkPublication; state: 'published' | 'used-up' };

/**
 * Finds a link that is neither withdrawn nor expired. Only ids that never existed count as guesses; otherwise
 * one stale link would lock out everyone behind the same address. @throws limit.attempts
 */
export async function findLivePublication(
  ctx: Context,
  linkId: string,
): Promise<LivePublication | UnavailableReason> {
  checkGuesser(ctx);
  const publication = await queryPublication(ctx.db, linkId);
  if (!publication) {
    recordAuthFail(ctx, { kind: 'share_unknown', reason: 'no_such_link', account: redactedId(linkId) });
    await recordMiss(ctx);
    return 'gone';
  }
  const state = publishState(publication, publication, ctx.now);
  if (!publication.isClosed && state === 'unpublished' && isArriving(publication, ctx.now)) return 'arriving';
  if (!publication.isClosed && state !== 'unpublished')
    return state === 'expired' ? state : { publication, state };
  await recordMiss(ctx, 0);
  return 'gone';
}

const columns = Prisma.sql`p."shareId", p."version", p."enabled", p."reservedAt", p."publishUntil", p."views", p."downloads",
  s."maxDownloads", s."onlyRecipients", s."passwordHash", s."passwordVersion"`;
const ownerJoin = Prisma.sql`JOIN "Share" s ON s."id" = p."shareId" JOIN "Account" o ON o."id" = s."ownerId"`;
const isClosed = Prisma.sql`(s."blockedAt" IS NOT NULL OR o."state" <> 'Active' OR o."deletingAt" IS NOT NULL)`;

/**
 * A single statement, because every range request begins with it. Link words match in any case, random ids
 * exactly. Indexes: Publication_linkId_key, Recipient_linkId_key.
 */
async function queryPublication(db: PrismaClient, linkId: string): Promise<LinkPublication | null> {
  const [publication] = await queryDirect<LinkPublication>(
    db,
    Prisma.sql`
    SELECT * FROM (
      SELECT ${columns}, s."maxViews", p."linkId", NULL AS "recipientId", ${isClosed} AS "isClosed"
      FROM "Publication" p ${ownerJoin} WHERE p."linkId" IN (${linkId}, ${linkId.toLowerCase()})
      UNION ALL
      SELECT ${columns}, ${unlimitedViews}::int, r."linkId", r."id", ${isClosed} OR r."withdrawnAt" IS NOT NULL
      FROM "Recipient" r JOIN "Publication" p ON p."shareId" = r."shareId" ${ownerJoin} WHERE r."linkId" = ${linkId}) links
    ORDER BY "linkId" = ${linkId} DESC LIMIT 1`,
  );
  return publication ?? null;
}

const isArriving = ({ reservedAt }: LinkPublication, now: Date) =>
  reservedAt !== null && now.getTime() - reservedAt.getTime() < arrivesWithinMs;
