import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { registeredFeatures } from '@/lib/server/registered-features';
import { tellPages } from '@/lib/server/tell-pages';
import { insertActivity } from './activity';
import { auditRow, insertAudit, insertAuditOfEach } from './audit';
import type { JournalEvent } from './event';
import { type AuditedKind, type Kind, kinds } from './kinds';
import { hearing, type Listener, type RecordedEvent } from './listener';
import { callForMails, insertMail, type MailTo } from './mail';

/**
 * Records an event in the change's transaction, so that both or neither are stored. Without one, a failure is
 * only logged.
 */
export async function record(
  ctx: Context,
  event: JournalEvent,
  tx: Prisma.TransactionClient | null = null,
  heardBy: readonly Listener[] = allListeners(),
): Promise<void> {
  if (event.shareId !== undefined && event.outcome !== 'refused') tellPages(ctx, event.shareId);
  const write = (db: Prisma.TransactionClient) => {
    const source = Prisma.sql`"source"`;
    return db.$executeRaw`
      WITH ${source} AS (SELECT ${event.shareId ?? null}::text AS "shareId")${recorded(ctx, [{ event, source }], heardBy)}
      SELECT 1`;
  };
  if (tx) {
    await write(tx);
    return;
  }
  try {
    await write(ctx.db);
  } catch (error) {
    ctx.log.error({ err: error, event: event.event }, 'an event could not be written down');
  }
}

/** CTEs for the end of a larger statement, which save frequent events a round trip. Begins with a comma. */
export function recorded(
  ctx: Context,
  events: readonly RecordedEvent[],
  heardBy: readonly Listener[] = allListeners(),
): Prisma.Sql {
  const mailing = events.flatMap(({ event }, nth) => (mailTo(ctx, event) ? nth : []));
  const parts = events.flatMap((each, nth) => {
    const kind: Kind = kinds[each.event.event];
    return heardBy.flatMap(({ hears, insert }) => {
      const as = kind[hears];
      return as ? insert(ctx, { ...each, as, nth }) : [];
    });
  });
  return Prisma.join([...parts, callForMails(mailing)], '');
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

const own: readonly Listener[] = [
  hearing('audit', (ctx, { as, event, source, outcome, nth }) =>
    insertAudit(auditRow(ctx, as, event), { source, outcome, nth }),
  ),
  hearing('activity', (ctx, { as, event, source, nth }) => {
    const given = 'activity' in event ? event.activity : null;
    return given ? insertActivity(ctx, as, { fields: event, given, source, nth }) : Prisma.empty;
  }),
  hearing('mail', (ctx, { as, event, source, nth }) => {
    const to = mailTo(ctx, event);
    return to ? insertMail(ctx, as, { to, source, nth }) : Prisma.empty;
  }),
];

let listeners: readonly Listener[] | null = null;

/** All that hear of events, by the name that kinds give to it. */
export function allListeners(): readonly Listener[] {
  listeners ??= checkedListeners([...own, ...registeredFeatures().flatMap((each) => each.listeners ?? [])]);
  return listeners;
}

/** Null if nobody gets a mail of it. */
export function mailTo({ mail }: Context, event: JournalEvent): MailTo | null {
  const kind: Kind = kinds[event.event];
  if (!mail || !kind.mail || event.outcome === 'refused') return null;
  return 'mail' in event ? event.mail : {};
}

const declared = new Set(Object.values(kinds).flatMap((kind) => Object.keys(kind)));

/** @throws unless each thing that kinds declare is heard by one listener */
export function checkedListeners(list: readonly Listener[]): readonly Listener[] {
  for (const name of declared) {
    const count = list.filter(({ hears }) => hears === name).length;
    if (count !== 1) throw new Error(`${count} listeners hear of events' ${name}, and one has to`);
  }
  return list;
}
