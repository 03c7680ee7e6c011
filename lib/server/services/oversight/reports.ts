import 'server-only';
import { overseenMaxTotal, type ReportedShare } from '@/lib/contract/admin/oversight';
import { AppError } from '@/lib/contract/errors';
import type { ListQuery } from '@/lib/contract/fields';
import { type ReportReason, reportReasons } from '@/lib/contract/report';
import { shortId } from '@/lib/domain/ident';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import type { Context, UserContext } from '@/lib/server/context';
import { type Notice, Prisma, type Report } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { countTries, isBelowLimit } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/counters';
import { mailLanguage } from '@/lib/server/mail/languages';
import { findLivePublication } from '@/lib/server/services/open/publication';
import { overseenItems, overseenTitle } from './list-shares';

type LinkReport = { linkId: string; reason: ReportReason; text: string; address?: string | null | undefined };

/**
 * Stores a report of a link that is open. Dead ones get the same answer, and so do those of a share that has too many.
 * @throws request.notFound where nobody takes reports, limit.attempts
 */
export async function reportLink(ctx: Context, { linkId, reason, text, address }: LinkReport): Promise<void> {
  const { ABUSE_MAIL } = ctx.config;
  if (!ABUSE_MAIL) throw new AppError('request.notFound');
  const to = mailAddress(address ?? '');
  if (address?.trim() && to === null)
    throw new AppError('request.invalid', { field: 'address', reason: 'notAnEmail' });
  await countTries(ctx, [{ limit: 'report', of: [clientKey(ctx.client.address)] }]);
  const found = await findLivePublication(ctx, linkId);
  if (typeof found === 'string') return;
  const { shareId } = found.publication;
  if (!(await isBelowLimit(ctx, { limit: 'reportShare', of: [shareId] }))) return;
  await ctx.db.$transaction(async (tx) => {
    const [share] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Share" WHERE "id" = ${shareId} AND "blockedAt" IS NULL FOR UPDATE`;
    if (!share) return;
    const isFirst = (await tx.report.count({ where: { shareId, closedAt: null } })) === 0;
    const id = ctx.newId();
    const row = { id, shareId, reason, text: text.trim(), address: to, createdAt: ctx.now };
    await tx.report.create({ data: row });
    const object = { type: 'share', id: shareId } as const;
    const payload = { report: id, share: shareId, reason };
    const mail = isFirst ? { id, address: ABUSE_MAIL } : null;
    await record(ctx, { event: 'share.report', object, shareId, details: { reason }, payload, mail }, tx);
  });
}

export async function closeReports({ now }: Context, tx: Prisma.TransactionClient, shareId: string) {
  const { count } = await tx.report.updateMany({
    where: { shareId, closedAt: null },
    data: { closedAt: now },
  });
  return count;
}

/** @throws share.notFound when no case of it is open */
export async function dismissReports(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    if ((await closeReports(ctx, tx, shareId)) === 0) throw new AppError('share.notFound');
    await record(ctx, { event: 'share.dismiss', object: { type: 'share', id: shareId }, shareId }, tx);
  });
}

const maxReports = 20;

/** Index: Report_closedAt_createdAt; those of a case by Report_shareId_closedAt. */
export async function listReports(ctx: UserContext, { page, pageSize }: ListQuery) {
  const open = Prisma.sql`"Report" WHERE "closedAt" IS NULL`;
  const [cases, [{ total }]] = await Promise.all([
    ctx.db.$queryRaw<{ id: string; count: bigint }[]>`
      SELECT "shareId" AS "id", count(*) AS "count" FROM ${open} GROUP BY "shareId"
      ORDER BY max("createdAt") DESC, "shareId" LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    ctx.db.$queryRaw<[{ total: bigint }]>`
      SELECT count(*) AS "total" FROM (SELECT DISTINCT "shareId" FROM ${open} LIMIT ${overseenMaxTotal}) few`,
  ]);
  const [shares, reports] = await Promise.all([
    overseenItems(ctx, cases),
    ctx.db.$queryRaw<Report[]>`
      SELECT r.* FROM unnest(${cases.map(({ id }) => id)}::text[]) AS "case" ("id") CROSS JOIN LATERAL (
        SELECT * FROM ${open} AND "shareId" = "case"."id" ORDER BY "createdAt" DESC LIMIT ${maxReports}) r`,
  ]);
  const items = shares.map(
    (share): ReportedShare => ({
      share,
      count: Number(cases.find(({ id }) => id === share.id)?.count ?? 1),
      reports: reports.filter(({ shareId }) => shareId === share.id).map(reportItem),
    }),
  );
  return { items, total: Number(total) };
}

const reportItem = ({ id, createdAt, reason, text, address }: Report) => ({
  id,
  at: createdAt.getTime(),
  reason: knownReason(reason),
  text,
  address,
});

const knownReason = (reason: string) => reportReasons.find((known) => known === reason) ?? 'other';

/** The notice has the ID of the report. Nothing once somebody has decided. */
export async function reportContent(ctx: Context, { id, address }: Pick<Notice, 'id' | 'address'>) {
  const report = await ctx.db.report.findFirst({ where: { id, closedAt: null }, include: { share: true } });
  if (!report || !address) return null;
  const language = mailLanguage([ctx.config.DEFAULT_LANGUAGE]);
  const reason = translator(language)(`report.reasons.${knownReason(report.reason)}`);
  const title = overseenTitle(report.share) ?? shortId(report.shareId);
  const message = [reason, report.text].filter(Boolean).join('\n\n');
  const links = [{ login: '', url: ctx.config.BASE_URL + paths.reports }];
  return { to: address, login: '', language, links, facts: { title, message } };
}

const reporterMs = 30 * 24 * 3_600_000;

/** Forgets who reported after 30 days, and what was decided about with it. Index: Report_closedAt_createdAt. */
export async function forgetReporters({ db, now }: Context): Promise<number> {
  const createdAt = { lt: new Date(now.getTime() - reporterMs) };
  const { count } = await db.report.deleteMany({ where: { createdAt, closedAt: { not: null } } });
  const open = await db.report.updateMany({
    where: { createdAt, closedAt: null, address: { not: null } },
    data: { address: null },
  });
  return count + open.count;
}
