import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { GivenReport } from '@/lib/contract/report';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { countTries, isBelowLimit } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/counters';
import { findLivePublication } from '@/lib/server/services/open/publication';

/** A share or an inbox. `about` names the page of the inbox that was reported; "" where strangers don't read it. */
type Reported = { kind: 'share'; id: string } | { kind: 'alias'; id: string; about: string };

/**
 * Stores a report of what a link leads to. Dead links get the same answer, and so do those of what has too many.
 * @param find asked once the limit is counted; null for a dead link
 * @throws request.notFound where nobody takes reports, request.invalid naming the address, limit.attempts
 */
export async function takeReport(
  ctx: Context,
  { reason, text, address }: GivenReport,
  find: () => Promise<Reported | null>,
): Promise<void> {
  const { ABUSE_MAIL } = ctx.config;
  if (!ABUSE_MAIL) throw new AppError('request.notFound');
  const to = mailAddress(address ?? '');
  if (address?.trim() && to === null)
    throw new AppError('request.invalid', { field: 'address', reason: 'notAnEmail' });
  await countTries(ctx, [{ limit: 'report', of: [clientKey(ctx.client.address)] }]);
  const reported = await find();
  if (!reported || !(await isBelowLimit(ctx, { limit: 'reportCase', of: [reported.id] }))) return;
  const { kind, id: subject } = reported;
  const about = kind === 'alias' ? reported.about : '';
  await ctx.db.$transaction(async (tx) => {
    if (!(await lockAllowed(tx, reported))) return;
    const of = kind === 'alias' ? { aliasId: subject } : { shareId: subject };
    const isFirst = (await tx.report.count({ where: { ...of, closedAt: null } })) === 0;
    const row = { ...of, id: ctx.newId(), about, reason, text: text.trim(), address: to, createdAt: ctx.now };
    await tx.report.create({ data: row });
    const mail = isFirst ? { id: row.id, address: ABUSE_MAIL } : null;
    await noteReport(ctx, tx, { reported, report: row, mail });
  });
}

/** False for what is gone or has been taken down. */
async function lockAllowed(tx: Prisma.TransactionClient, { kind, id }: Reported): Promise<boolean> {
  const rows = await (kind === 'alias'
    ? tx.$queryRaw<unknown[]>`SELECT 1 FROM "Alias" WHERE "id" = ${id} AND "blockedAt" IS NULL FOR UPDATE`
    : tx.$queryRaw<unknown[]>`SELECT 1 FROM "Share" WHERE "id" = ${id} AND "blockedAt" IS NULL FOR UPDATE`);
  return rows.length > 0;
}

type Noted = {
  reported: Reported;
  report: { id: string; reason: string };
  mail: { id: string; address: string } | null;
};

async function noteReport(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { reported: { kind, id }, report, mail }: Noted,
): Promise<void> {
  const { reason } = report;
  if (kind === 'share') {
    const payload = { report: report.id, share: id, reason };
    const object = { type: 'share', id } as const;
    await record(ctx, { event: 'share.report', object, shareId: id, details: { reason }, payload, mail }, tx);
    return;
  }
  const { adminKey, name } = await tx.alias.findUniqueOrThrow({ where: { id } });
  const payload = { report: report.id, alias: adminKey, name, reason };
  const object = { type: 'alias', id: redactedId(id) } as const;
  await record(ctx, { event: 'alias.report', object, details: { name, reason }, payload, mail }, tx);
}

/** @throws as {@link takeReport} */
export const reportLink = (ctx: Context, { linkId, ...given }: GivenReport & { linkId: string }) =>
  takeReport(ctx, given, async () => {
    const found = await findLivePublication(ctx, linkId);
    return typeof found === 'string' ? null : { kind: 'share', id: found.publication.shareId };
  });
