import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { OpenShare } from '@/lib/contract/share/open-share';
import { fewViews } from '@/lib/domain/publish';
import { issueToken, visitMs } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import { isDuplicateKey } from '@/lib/server/db/errors';
import { Prisma } from '@/lib/server/db/generated/client';
import { recorded } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { isLive } from '@/lib/server/services/access/share';
import { storedAddress } from '@/lib/server/services/activity/address';
import { albumVersion } from '@/lib/server/services/album/lock';
import { createInboxProof } from '@/lib/server/services/alias/inbox-password';
import { detailInclude, readDetail } from '@/lib/server/services/share/detail';
import { tellPages } from '@/lib/server/tell-pages';
import { authorizeLink, findOpenable, type Proof } from './gate';
import { openDetail } from './open-detail';
import { type CookieValues, publicationClaims, visitIdForKey } from './proofs';
import type { LinkPublication } from './publication';

/** Set as cookies: reloads and files belong to the visit, and its password stays proven. */
export type VisitPass = {
  visit: string;
  password: string | null;
  validMs: number;
  /**
   * Proves the visit in URLs for clients without cookies. Null if no proof is needed: no password and views to
   * spare.
   */
  key: string | null;
};
export type OpenShareResult = {
  detail: OpenShare;
  pass: VisitPass | null;
  inbox: { aliasId: string; value: string; validMs: number } | null;
};

/** Opens a share by its link. Spends one view and starts a visit unless one is live. */
export async function openShare(
  ctx: Context,
  linkId: string,
  proof: Proof,
  filesUpTo?: number,
): Promise<OpenShareResult> {
  const { publication, pass } = await admitVisitor(ctx, linkId, proof);
  const detail = await detailFor(ctx, publication, filesUpTo);
  if (!detail) throw new AppError('open.notFound');
  return { detail, pass, inbox: pass && (await albumInboxProof(ctx, publication, detail)) };
}

async function albumInboxProof(ctx: Context, publication: LinkPublication, { album }: OpenShare) {
  if (!album) return null;
  const version = albumVersion(publication);
  return { aliasId: album.alias, ...(await createInboxProof(ctx, { id: album.alias, lock: { version } })) };
}

/** Returns the share of a live visit, or null. Never spends a view. */
export async function revisitShare(
  ctx: Context,
  linkId: string,
  visitCookie: CookieValues,
  filesUpTo?: number,
): Promise<OpenShare | null> {
  const access = await findOpenable(ctx, linkId, { visitCookie });
  return typeof access !== 'string' && access.visitId ? detailFor(ctx, access.publication, filesUpTo) : null;
}

async function detailFor(ctx: Context, { shareId, linkId }: LinkPublication, filesUpTo: number | undefined) {
  const row = await ctx.db.share.findUnique({ where: { id: shareId }, include: detailInclude });
  return row && openDetail(await readDetail(ctx, row, { linkId, filesUpTo }), row, linkId);
}

type AdmittedVisitor = { publication: LinkPublication; pass: VisitPass | null };

/**
 * Retries, because between the check and the spending another visitor may take the last view, the owner may
 * publish again, or the same request may arrive twice.
 */
async function admitVisitor(ctx: Context, linkId: string, proof: Proof): Promise<AdmittedVisitor> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const { publication, visitId, repeatedFrom } = await authorizeLink(ctx, linkId, proof);
    const passSince = (id: string, startedAt: Date) =>
      createVisitPass(ctx, publication, { visitId: id, startedAt });
    if (visitId !== null) {
      return { publication, pass: repeatedFrom && (await passSince(visitId, repeatedFrom)) };
    }
    // A key is used once: the visit that it names may be over.
    const key = attempt === 0 ? proof.idempotencyKey : null;
    const id = key ? visitIdForKey(publication, key) : ctx.newId();
    if (await startVisit(ctx, publication, id)) return { publication, pass: await passSince(id, ctx.now) };
  }
  throw new AppError('open.notFound');
}

/**
 * Checks and spends a view in one statement, so concurrent visitors never exceed the limit. Recipients spend none. Locks the share
 * before its publication, as publishing does, to avoid deadlocks.
 */
async function startVisit(ctx: Context, publication: LinkPublication, visitId: string): Promise<boolean> {
  const { shareId, version, recipientId } = publication;
  const address = storedAddress(ctx);
  const { userAgent } = ctx.client;
  const link = redactedId(publication.linkId);
  const counted = recipientId === null ? 1 : 0;
  const counting = ctx.db.$executeRaw`
    WITH share AS (SELECT "id", "maxViews", "maxDownloads" FROM "Share" WHERE "id" = ${shareId} FOR KEY SHARE),
    before AS (
      SELECT p."lastAccessAt" FROM "Publication" p JOIN share s ON s."id" = p."shareId" FOR UPDATE OF p),
    spent AS (
      UPDATE "Publication" p SET "views" = p."views" + ${counted}::int, "lastAccessAt" = ${ctx.now}
      FROM share s, before b
      WHERE p."shareId" = s."id" AND p."version" = ${version} AND ${isLive(ctx.now, counted === 0)}
      RETURNING p."shareId", b."lastAccessAt" IS NULL AS "isFirst",
        ${counted}::int = 1 AND p."views" >= s."maxViews" AS "isTold"),
    visit AS (
      INSERT INTO "Visit" ("id", "shareId", "version", "address", "userAgent", "recipientId", "startedAt")
      SELECT ${visitId}, "shareId", ${version}, ${address}, ${userAgent}, ${recipientId}, ${ctx.now} FROM spent
      RETURNING "id"),
    known AS (
      UPDATE "Recipient" r SET "openedAt" = coalesce(r."openedAt", ${ctx.now}) FROM spent WHERE r."id" = ${recipientId}),
    begun AS (SELECT "shareId" FROM spent WHERE "isFirst"),
    reached AS (SELECT "shareId" FROM spent WHERE "isTold")
    ${recorded(ctx, [
      { event: { event: 'share.open', shareId, details: { link } }, source: Prisma.sql`visit` },
      { event: { event: 'share.firstOpen', shareId, payload: {} }, source: Prisma.sql`begun` },
      { event: { event: 'limit.reached', shareId, activity: {}, payload: {} }, source: Prisma.sql`reached` },
    ])}
    SELECT "id" FROM visit`;
  try {
    const isStarted = (await counting) > 0;
    if (isStarted) tellPages(ctx, shareId);
    return isStarted;
  } catch (error) {
    if (isDuplicateKey(error)) return false; // the same request won elsewhere
    throw error;
  }
}

async function createVisitPass(
  ctx: Context,
  publication: LinkPublication,
  { visitId, startedAt }: { visitId: string; startedAt: Date },
): Promise<VisitPass> {
  const until = new Date(startedAt.getTime() + visitMs);
  const bound = publicationClaims(publication);
  const locked = publication.passwordHash !== null;
  const isLimited = publication.maxDownloads !== null || publication.onlyRecipients;
  const needsKey = locked || isLimited || publication.maxViews - publication.views - 1 <= fewViews;
  const claims = { ...bound, visit: visitId };
  return {
    visit: await issueToken('visit', claims, until, ctx.now),
    key: needsKey ? await issueToken('visitKey', claims, until, ctx.now) : null,
    password: locked ? await issueToken('password', bound, until, ctx.now) : null,
    validMs: until.getTime() - ctx.now.getTime(),
  };
}
