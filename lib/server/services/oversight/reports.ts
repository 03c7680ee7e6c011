import 'server-only';
import { overseenMaxTotal, type ReportedCase } from '@/lib/contract/admin/oversight';
import { AppError } from '@/lib/contract/errors';
import type { ListQuery } from '@/lib/contract/fields';
import { reportReasons } from '@/lib/contract/report';
import { shortId } from '@/lib/domain/ident';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import type { Context, UserContext } from '@/lib/server/context';
import { type Notice, Prisma, type Report } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { mailLanguage } from '@/lib/server/mail/languages';
import { overseenAliases } from './list-aliases';
import { overseenItems, overseenTitle } from './list-shares';

/** Of a share or an inbox. */
type ReportSubject = { shareId: string } | { aliasId: string };

export async function closeReports({ now }: Context, tx: Prisma.TransactionClient, of: ReportSubject) {
  const { count } = await tx.report.updateMany({ where: { ...of, closedAt: null }, data: { closedAt: now } });
  return count;
}

/** @param id of the share, or of the inbox as admins name it. @throws share.notFound when no case of it is open */
export async function dismissReports(ctx: UserContext, { id }: { id: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const alias = await tx.alias.findFirst({ where: { adminKey: id }, select: { id: true, name: true } });
    if ((await closeReports(ctx, tx, alias ? { aliasId: alias.id } : { shareId: id })) === 0)
      throw new AppError('share.notFound');
    if (!alias) {
      await record(ctx, { event: 'share.dismiss', object: { type: 'share', id }, shareId: id }, tx);
      return;
    }
    const object = { type: 'alias', id: redactedId(alias.id) } as const;
    await record(ctx, { event: 'alias.dismiss', object, details: { name: alias.name } }, tx);
  });
}

const maxReports = 20;

type CaseRow = { shareId: string | null; aliasId: string | null; count: bigint };

/** Index: Report_closedAt_createdAt; those of a case by Report_shareId_closedAt or Report_aliasId_closedAt. */
export async function listReports(ctx: UserContext, { page, pageSize }: ListQuery) {
  const open = Prisma.sql`"Report" WHERE "closedAt" IS NULL`;
  const [cases, [{ total }]] = await Promise.all([
    ctx.db.$queryRaw<CaseRow[]>`
      SELECT "shareId", "aliasId", count(*) AS "count" FROM ${open} GROUP BY "shareId", "aliasId"
      ORDER BY max("createdAt") DESC, "shareId", "aliasId" LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    ctx.db.$queryRaw<[{ total: bigint }]>`
      SELECT count(*) AS "total" FROM (
        SELECT DISTINCT "shareId", "aliasId" FROM ${open} LIMIT ${overseenMaxTotal}) few`,
  ]);
  const shareIds = cases.flatMap(({ shareId }) => shareId ?? []);
  const aliasIds = cases.flatMap(({ aliasId }) => aliasId ?? []);
  const latest = (column: Prisma.Sql, ids: string[]) => ctx.db.$queryRaw<Report[]>`
    SELECT r.* FROM unnest(${ids}::text[]) AS "case" ("id") CROSS JOIN LATERAL (
      SELECT * FROM ${open} AND ${column} = "case"."id" ORDER BY "createdAt" DESC LIMIT ${maxReports}) r`;
  const [shares, aliases, ofShares, ofAliases] = await Promise.all([
    overseenItems(
      ctx,
      shareIds.map((id) => ({ id })),
    ),
    overseenAliases(ctx, aliasIds),
    latest(Prisma.sql`"shareId"`, shareIds),
    latest(Prisma.sql`"aliasId"`, aliasIds),
  ]);
  const reports = [...ofShares, ...ofAliases];
  const items = cases.flatMap(({ shareId, aliasId, count }): ReportedCase[] => {
    const share = shares.find(({ id }) => id === shareId) ?? null;
    const alias = (aliasId !== null && aliases.get(aliasId)) || null;
    const own = reports
      .filter((each) => each.shareId === shareId && each.aliasId === aliasId)
      .map(reportItem);
    return share || alias ? [{ share, alias, count: Number(count), reports: own }] : [];
  });
  return { items, total: Number(total) };
}

const reportItem = ({ id, createdAt, about, reason, text, address }: Report) => ({
  id,
  at: createdAt.getTime(),
  about,
  reason: knownReason(reason),
  text,
  address,
});

const knownReason = (reason: string) => reportReasons.find((known) => known === reason) ?? 'other';

/** The notice has the ID of the report. Nothing once somebody has decided. */
export async function reportContent(ctx: Context, { id, address }: Pick<Notice, 'id' | 'address'>) {
  const include = { share: true, alias: { select: { name: true } } } as const;
  const report = await ctx.db.report.findFirst({ where: { id, closedAt: null }, include });
  if (!report || !address) return null;
  const language = mailLanguage([ctx.config.DEFAULT_LANGUAGE]);
  const reason = translator(language)(`report.reasons.${knownReason(report.reason)}`);
  const { alias, share } = report;
  const title = alias?.name ?? (share && (overseenTitle(share) ?? shortId(share.id))) ?? '';
  const message = [report.about, reason, report.text].filter(Boolean).join('\n\n');
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
