import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { OpenShare } from '@/lib/contract/share/open-share';
import { fewViews } from '@/lib/domain/publish';
import { redactedId } from '@/lib/server/audit/audit';
import { auditInsert } from '@/lib/server/audit/insert';
import { seal, visitMs } from '@/lib/server/auth/sealed';
import type { Context } from '@/lib/server/context';
import { isDuplicateKey } from '@/lib/server/db/conflict';
import { Prisma } from '@/lib/server/db/generated/client';
import { isLive } from '@/lib/server/services/access/link';
import { storedAddress } from '@/lib/server/services/activity/visitor-address';
import { albumVersion } from '@/lib/server/services/album/lock';
import { createInboxProof } from '@/lib/server/services/alias/inbox-password';
import { tellOwner } from '@/lib/server/services/notice/tell-owner';
import { detailInclude, readDetail } from '@/lib/server/services/share/dto';
import { authorizeLink, findOpenable, type Proof } from './gate';
import { openDetail } from './open-detail';
import { boundTo, keyedVisitId, type Shown } from './proofs';
import type { Publication } from './publication';

/** Given to the visitor as cookies: reloads and files belong to the visit, and the password is proven for it. */
export type VisitPass = {
  visit: string;
  password: string | null;
  validMs: number;
  /**
   * Proves the visit in URLs that the page hands out, for browsers and download managers without its cookies. Null where
   * a URL needs no proof: without a password, and with views to spare.
   */
  key: string | null;
};
export type OpenedShare = {
  detail: OpenShare;
  pass: VisitPass | null;
  /** Lets the visitor of an album add to it. */
  inbox: { aliasId: string; value: string; validMs: number } | null;
};

/** Opens a share by its link. Without a live visit this spends one view and starts a visit. */
export async function openShare(
  ctx: Context,
  linkId: string,
  proof: Proof,
  filesUpTo?: number,
): Promise<OpenedShare> {
  const { publication, pass } = await enter(ctx, linkId, proof);
  const detail = await detailFor(ctx, publication, filesUpTo);
  if (!detail) throw new AppError('open.notFound');
  return { detail, pass, inbox: pass && (await inboxPass(ctx, publication, detail)) };
}

async function inboxPass(ctx: Context, publication: Publication, { album }: OpenShare) {
  if (!album) return null;
  const version = albumVersion(publication);
  return { aliasId: album.alias, ...(await createInboxProof(ctx, { id: album.alias, lock: { version } })) };
}

/** The share of a visit that is going on; null when there is none, so that no view is ever spent by this. */
export async function revisitShare(
  ctx: Context,
  linkId: string,
  visitCookie: Shown,
  filesUpTo?: number,
): Promise<OpenShare | null> {
  const access = await findOpenable(ctx, linkId, { visitCookie });
  return typeof access !== 'string' && access.visitId ? detailFor(ctx, access.publication, filesUpTo) : null;
}

async function detailFor(ctx: Context, { shareId, linkId }: Publication, filesUpTo: number | undefined) {
  const row = await ctx.db.share.findUnique({ where: { id: shareId }, include: detailInclude });
  return row && openDetail(await readDetail(ctx, row, { linkId, filesUpTo }), row, linkId);
}

type Entry = { publication: Publication; pass: VisitPass | null };

/**
 * Between being admitted and spending the view the last one may go to somebody else, or the owner may publish again; or
 * the same request has come twice. Asking for access anew tells them apart.
 */
async function enter(ctx: Context, linkId: string, proof: Proof): Promise<Entry> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const { publication, visitId, repeatedFrom } = await authorizeLink(ctx, linkId, proof);
    const passSince = (id: string, startedAt: Date) => passFor(ctx, publication, { visitId: id, startedAt });
    if (visitId !== null) {
      return { publication, pass: repeatedFrom && (await passSince(visitId, repeatedFrom)) };
    }
    // Of a key whose visit is over there is one already.
    const key = attempt === 0 ? proof.idempotencyKey : null;
    const id = key ? keyedVisitId(publication, key) : ctx.newId();
    if (await startVisit(ctx, publication, id)) return { publication, pass: await passSince(id, ctx.now) };
  }
  throw new AppError('open.notFound');
}

/**
 * Spends the view in one statement that also checks that there is one left, so that of any number of simultaneous
 * visitors exactly as many get in as views are left. The share is locked before its publication, as every service that
 * publishes does, or the two would wait for each other.
 */
async function startVisit(ctx: Context, publication: Publication, visitId: string): Promise<boolean> {
  const { shareId, version, recipientId } = publication;
  const address = storedAddress(ctx);
  const { userAgent } = ctx.client;
  const opened = { event: 'share.open', shareId, details: { link: redactedId(publication.linkId) } } as const;
  const counting = ctx.db.$executeRaw`
    WITH share AS (SELECT "id", "maxViews", "maxDownloads" FROM "Share" WHERE "id" = ${shareId} FOR KEY SHARE),
    spent AS (
      UPDATE "Publication" p SET "views" = p."views" + 1, "lastAccessAt" = ${ctx.now}
      FROM share s
      WHERE p."shareId" = s."id" AND p."version" = ${version} AND ${isLive(ctx.now)}
      RETURNING p."shareId", p."views" >= s."maxViews" AS "isTold"),
    visit AS (
      INSERT INTO "Visit" ("id", "shareId", "version", "address", "userAgent", "recipientId", "startedAt")
      SELECT ${visitId}, "shareId", ${version}, ${address}, ${userAgent}, ${recipientId}, ${ctx.now} FROM spent
      RETURNING "id"),
    known AS (
      UPDATE "Recipient" r SET "openedAt" = coalesce(r."openedAt", ${ctx.now}) FROM spent WHERE r."id" = ${recipientId}),
    reached AS (
      INSERT INTO "ShareEvent" ("shareId", "at", "kind", "details")
      SELECT "shareId", ${ctx.now}, 'limitReached', '{}' FROM spent WHERE "isTold")${tellOwner(ctx, 'limitReached', Prisma.sql`spent`)}
    ${auditInsert(ctx, opened, { source: Prisma.sql`visit` })}`;
  try {
    return (await counting) > 0;
  } catch (error) {
    if (isDuplicateKey(error)) return false; // the same request is faster elsewhere
    throw error;
  }
}

async function passFor(
  ctx: Context,
  publication: Publication,
  { visitId, startedAt }: { visitId: string; startedAt: Date },
): Promise<VisitPass> {
  const until = new Date(startedAt.getTime() + visitMs);
  const bound = boundTo(publication);
  const locked = publication.passwordHash !== null;
  const isLimited = publication.maxDownloads !== null || publication.onlyRecipients;
  const needsKey = locked || isLimited || publication.maxViews - publication.views - 1 <= fewViews;
  const claims = { ...bound, visit: visitId };
  return {
    visit: await seal('visit', claims, until, ctx.now),
    key: needsKey ? await seal('visitKey', claims, until, ctx.now) : null,
    password: locked ? await seal('password', bound, until, ctx.now) : null,
    validMs: until.getTime() - ctx.now.getTime(),
  };
}
