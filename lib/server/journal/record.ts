import 'server-only';
import type { WebhookEvent } from '@/lib/contract/webhook';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { insertActivity } from './activity';
import { auditRow, insertAudit, insertAuditOfEach } from './audit';
import type { JournalEvent } from './event';
import { type AuditedKind, type Kind, kinds } from './kinds';
import { callForNotices, insertOwnerNotice } from './notice';
import { insertDeliveries } from './webhook';

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
  /** Expressions of it (`e`), in place of the event's own. */
  once?: Prisma.Sql;
  payload?: Prisma.Sql;
};

/** CTEs for the end of a larger statement, which save frequent events a round trip. Begins with a comma. */
export function recorded(ctx: Context, events: readonly RecordedEvent[]): Prisma.Sql {
  const mailing = events.flatMap(({ event }, nth) => (ctx.mail && mailOf(event) ? nth : []));
  const parts = events.map((each, nth) => partsOf(ctx, each, nth));
  return Prisma.join([...parts, callForNotices(mailing)], '');
}

const mailOf = ({ event }: JournalEvent): Kind['mail'] => {
  const kind: Kind = kinds[event];
  return kind.mail;
};

type Columns = { source: Prisma.Sql; outcome: Prisma.Sql | undefined; nth: number };

/** `nth` keeps the names of the CTEs apart. */
function partsOf(ctx: Context, { event, source, outcome, ...own }: RecordedEvent, nth: number): Prisma.Sql {
  const kind: Kind = kinds[event.event];
  const given = 'activity' in event ? event.activity : null;
  const columns: Columns = { source, outcome, nth };
  return Prisma.join(
    [
      kind.audit ? insertAudit(auditRow(ctx, kind.audit, event), columns) : Prisma.empty,
      kind.activity && given
        ? insertActivity(ctx, kind.activity, { fields: event, given, ...columns })
        : Prisma.empty,
      kind.webhook ? deliveriesOf(kind.webhook, { event, ...own }, columns) : Prisma.empty,
      kind.mail && ctx.mail ? insertOwnerNotice(ctx, kind.mail, columns) : Prisma.empty,
    ],
    '',
  );
}

function deliveriesOf(
  name: WebhookEvent,
  { event, ...own }: Pick<RecordedEvent, 'event' | 'once' | 'payload'>,
  columns: Columns,
): Prisma.Sql {
  if (!('payload' in event) || event.payload === null) return Prisma.empty;
  const once = own.once ?? Prisma.sql`${event.once ?? null}::text`;
  const payload = own.payload ?? Prisma.sql`${JSON.stringify(event.payload)}::jsonb`;
  return insertDeliveries(name, { payload, once, ...columns });
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
