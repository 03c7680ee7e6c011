import 'server-only';
import { nextDaytime } from '@/lib/domain/request/due';
import { nextReminder } from '@/lib/domain/request/reminders';
import { isTimeZone } from '@/lib/domain/time/time-zone';
import type { Context } from '@/lib/server/context';
import { type FileRequest, Prisma } from '@/lib/server/db/generated/client';
import type { JournalEvent } from '@/lib/server/journal/event';
import { recorded } from '@/lib/server/journal/record';

/** The person's own zone, else the server's. */
export const zoneOf = (
  { config }: Pick<Context, 'config'>,
  { timezone }: { timezone?: string | null | undefined },
): string => (timezone && isTimeZone(timezone) ? timezone : config.DEFAULT_TIMEZONE);

type Planned = Pick<FileRequest, 'dueDay' | 'timezone' | 'reminded' | 'completeAt' | 'stoppedAt'> & {
  mailedAt?: Date | null;
  createdAt: Date;
};

/** The instant of the next reminder; null once all is there or reminders are off. */
export function planOf(ctx: Pick<Context, 'config' | 'now'>, person: Planned): Date | null {
  if (person.completeAt || person.stoppedAt) return null;
  const { dueDay, reminded: sent, mailedAt, createdAt } = person;
  const plan = { dueDay, zone: zoneOf(ctx, person), sent, mailedAt: (mailedAt ?? createdAt).getTime() };
  const at = nextReminder(plan, ctx.now.getTime());
  return at === null ? null : new Date(at);
}

const mailRow = Prisma.sql`NULL::text AS "noticeId", NULL::text AS "accountId", NULL::text AS "address"`;

const queueing = (ctx: Context, event: JournalEvent) =>
  recorded(ctx, [{ event, source: Prisma.sql`"told"` }]);

/** The first mail to each; of those that nobody has asked for at this hour, in the morning. */
export async function queueAsks(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { ids, byDay }: { ids: readonly string[]; byDay: boolean },
): Promise<void> {
  const people = await tx.fileRequest.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, timezone: true },
  });
  const times = people.map((person) =>
    byDay ? new Date(nextDaytime(ctx.now.getTime(), zoneOf(ctx, person))) : ctx.now,
  );
  await tx.$executeRaw`
    WITH "told" AS (
      SELECT ${mailRow}, jsonb_build_object('request', p."id") AS "facts", p."at" AS "dueAt"
      FROM unnest(${people.map(({ id }) => id)}::text[], ${times}::timestamptz[]) AS p ("id", "at"))
    ${queueing(ctx, { event: 'request.ask', mail: {} })} SELECT 1`;
}

/** Several decisions within ten minutes share a mail. */
const againMs = 10 * 60_000;

export const queueAgain = (
  ctx: Context,
  tx: Prisma.TransactionClient,
  requestId: string,
): Promise<unknown> => {
  const end = Math.ceil((ctx.now.getTime() + 1) / againMs) * againMs;
  return tx.$executeRaw`
    WITH "told" AS (
      SELECT ${`${requestId}.again.${end / againMs}`} AS "noticeId", NULL::text AS "accountId", NULL::text AS "address",
        jsonb_build_object('request', ${requestId}::text) AS "facts", ${new Date(end)}::timestamptz AS "dueAt")
    ${queueing(ctx, { event: 'request.again', mail: {} })} SELECT 1`;
};

export type DueReminder = { id: string; remindAt: Date | null };

/** Counts and queues in one statement: a process that ends in between does neither. */
export const queueReminders = (
  ctx: Context,
  tx: Prisma.TransactionClient,
  due: readonly DueReminder[],
): Promise<number> =>
  tx.$executeRaw`
    WITH "told" AS (
      UPDATE "FileRequest" r SET "reminded" = r."reminded" + 1, "mailedAt" = ${ctx.now}, "remindAt" = p."next"
      FROM unnest(${due.map(({ id }) => id)}::text[], ${due.map(({ remindAt }) => remindAt)}::timestamptz[]) AS p ("id", "next")
      WHERE r."id" = p."id"
      RETURNING ${mailRow}, jsonb_build_object('request', r."id", 'nth', r."reminded") AS "facts",
        ${ctx.now}::timestamptz AS "dueAt")
    ${queueing(ctx, { event: 'request.remind', mail: {} })} SELECT 1 FROM "told"`;
