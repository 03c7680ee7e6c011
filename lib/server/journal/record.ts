import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { insertActivity } from './activity';
import { auditRow, insertAudit, insertAuditOfEach } from './audit';
import type { JournalEvent } from './event';
import { type AuditedKind, type Kind, kinds } from './kinds';

/**
 * Records an event in the change's transaction, so that both or neither are stored. Without one, a failure is
 * only logged.
 */
export async function record(
  ctx: Context,
  event: JournalEvent,
  tx: Prisma.TransactionClient | null = null,
): Promise<void> {
  const source = Prisma.sql`"source"`;
  const statement = Prisma.sql`
    WITH ${source} AS (SELECT ${event.shareId ?? null}::text AS "shareId")${recorded(ctx, [{ event, source }])}
    SELECT 1`;
  if (tx) {
    await tx.$executeRaw(statement);
    return;
  }
  try {
    await ctx.db.$executeRaw(statement);
  } catch (error) {
    ctx.log.error({ err: error, event: event.event }, 'an event could not be written down');
  }
}

type RecordedEvent = {
  event: JournalEvent;
  /** An earlier CTE with "shareId": one event for each row. */
  source: Prisma.Sql;
  /** A column of it. */
  outcome?: Prisma.Sql;
};

/** CTEs for the end of a larger statement, which save frequent events a round trip. Begins with a comma. */
export function recorded(ctx: Context, events: readonly RecordedEvent[]): Prisma.Sql {
  const parts = events.flatMap(({ event, source, outcome }, nth) => {
    const kind: Kind = kinds[event.event];
    const audited = Prisma.raw(`"audited${nth}"`);
    const given = 'activity' in event ? event.activity : null;
    return [
      kind.audit
        ? Prisma.sql`, ${audited} AS (${insertAudit(auditRow(ctx, kind.audit, event), source, outcome)})`
        : Prisma.empty,
      kind.activity && given
        ? insertActivity(ctx, kind.activity, { fields: event, given, source, nth })
        : Prisma.empty,
    ];
  });
  return Prisma.sql`${Prisma.join(parts, '')}`;
}

/** Only the audit hears of them, so that many from several requests fit in one statement. */
type PlainEvent = JournalEvent<AuditedKind>;

/** The column "audit" of a row for `recordedOfEach`. */
export const rowToRecord = (ctx: Context, event: PlainEvent) =>
  auditRow(ctx, kinds[event.event].audit, event);

/** The body of a CTE that records an event for each row of `source`, which has "shareId" and "audit". */
export const recordedOfEach = insertAuditOfEach;

const lastNoted = new BoundedMap<string, number>(10_000);
const quietMs = 15 * 60_000;

/** Limits log entries that anyone can cause to one per quarter of an hour. */
export function isFirstInAWhile(now: Date, key: string): boolean {
  const since = now.getTime() - (lastNoted.get(key) ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < quietMs) return false;
  lastNoted.set(key, now.getTime());
  return true;
}
