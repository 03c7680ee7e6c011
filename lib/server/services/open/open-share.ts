import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { ShareDetail } from '@/lib/contract/share';
import { seal } from '@/lib/server/auth/sealed';
import type { Context } from '@/lib/server/context';
import { detailInclude, shareDetail } from '@/lib/server/services/share/dto';
import { admit, boundTo, type Proof, type Publication } from './gate';

const visitMs = 4 * 3600 * 1000;

/** Given to the visitor as cookies: reloads and files belong to the visit, and the password is proven for it. */
export type VisitPass = { visit: string; password: string | null; validMs: number };
export type OpenedShare = { detail: ShareDetail; pass: VisitPass | null };

/** Opens a share by its link. Without a live visit this spends one view and starts a visit. */
export async function openShare(ctx: Context, linkId: string, proof: Proof): Promise<OpenedShare> {
  const { publication, visitId } = await admit(ctx, linkId, proof);
  const pass = visitId === null ? await startVisit(ctx, publication) : null;
  const row = await ctx.db.share.findUnique({ where: { id: publication.shareId }, include: detailInclude });
  if (!row) throw new AppError('open.notFound');
  return {
    detail: publicDetail(shareDetail(row, { now: ctx.now, baseUrl: ctx.config.BASE_URL, linkId }), linkId),
    pass,
  };
}

/**
 * Spends the view in one statement that also checks that there is one left, so that of any number of simultaneous
 * visitors exactly as many get in as views are left.
 */
async function startVisit(ctx: Context, publication: Publication): Promise<VisitPass> {
  const { shareId, version } = publication;
  const visitId = ctx.newId();
  const { address, userAgent } = ctx.client;
  const counted = await ctx.db.$executeRaw`
    WITH spent AS (
      UPDATE "Publication" p SET "views" = p."views" + 1, "lastAccessAt" = ${ctx.now}
      FROM "Share" s
      WHERE p."shareId" = ${shareId} AND s."id" = p."shareId" AND p."version" = ${version}
        AND p."enabled" AND p."publishUntil" > ${ctx.now} AND p."views" < s."maxViews"
      RETURNING p."shareId")
    INSERT INTO "Visit" ("id", "shareId", "version", "address", "userAgent", "startedAt")
    SELECT ${visitId}, "shareId", ${version}, ${address}, ${userAgent}, ${ctx.now} FROM spent`;
  if (counted === 0) throw new AppError('open.notFound');

  const until = new Date(ctx.now.getTime() + visitMs);
  const bound = boundTo(publication);
  const locked = publication.share.passwordHash !== null;
  return {
    visit: await seal('visit', { ...bound, visit: visitId }, until, ctx.now),
    password: locked ? await seal('password', bound, until, ctx.now) : null,
    validMs: visitMs,
  };
}

/** Neither the private id nor the alias (a right to upload) nor who owns it leaves through a public link. */
function publicDetail(detail: ShareDetail, linkId: string): ShareDetail {
  return {
    ...detail,
    id: linkId,
    aliasId: null,
    aliasName: null,
    creator: null,
    publishInfo: detail.publishInfo && { ...detail.publishInfo, lastAccess: null },
  };
}
