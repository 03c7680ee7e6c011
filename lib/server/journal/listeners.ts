import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { insertActivity } from './activity';
import { auditRow, insertAudit } from './audit';
import type { JournalEvent } from './event';
import { type Kind, kinds } from './kinds';
import { insertMail, type MailTo } from './mail';
import { insertDeliveries } from '@/lib/features/webhook/deliveries';

export type RecordedEvent = {
  event: JournalEvent;
  /** An earlier CTE with "shareId": one event for each row. */
  source: Prisma.Sql;
  /** A column of it. */
  outcome?: Prisma.Sql;
  /** Expressions of it (`e`), in place of the event's own. */
  once?: Prisma.Sql;
  payload?: Prisma.Sql;
};

type Heard<Name extends keyof Kind> = RecordedEvent & {
  /** As what the kind declares it to this listener. */
  as: NonNullable<Kind[Name]>;
  /** Keeps the names of the CTEs apart. */
  nth: number;
};

/** Returns a CTE with a comma before it, or nothing. */
export type Listener<Name extends keyof Kind = keyof Kind> = {
  hears: Name;
  insert: (ctx: Context, heard: Heard<Name>) => Prisma.Sql;
};

const hearing = <Name extends keyof Kind>(hears: Name, insert: Listener<Name>['insert']): Listener =>
  ({ hears, insert }) as Listener;

/** All that hear of events, by the name that kinds give to it. */
export const listeners: readonly Listener[] = [
  hearing('audit', (ctx, { as, event, source, outcome, nth }) =>
    insertAudit(auditRow(ctx, as, event), { source, outcome, nth }),
  ),
  hearing('activity', (ctx, { as, event, source, nth }) => {
    const given = 'activity' in event ? event.activity : null;
    return given ? insertActivity(ctx, as, { fields: event, given, source, nth }) : Prisma.empty;
  }),
  hearing('webhook', (_, { as, event, source, outcome, nth, ...own }) => {
    if (!('payload' in event) || event.payload === null) return Prisma.empty;
    const once = own.once ?? Prisma.sql`${event.once ?? null}::text`;
    const payload = own.payload ?? Prisma.sql`${JSON.stringify(event.payload)}::jsonb`;
    return insertDeliveries(as, { payload, once, source, outcome, nth });
  }),
  hearing('mail', (ctx, { as, event, source, nth }) => {
    const to = mailTo(ctx, event);
    return to ? insertMail(ctx, as, { to, source, nth }) : Prisma.empty;
  }),
];

/** Null if nobody gets a mail of it. */
export function mailTo({ mail }: Context, event: JournalEvent): MailTo | null {
  const kind: Kind = kinds[event.event];
  if (!mail || !kind.mail || event.outcome === 'refused') return null;
  return 'mail' in event ? event.mail : {};
}

const declared = new Set(Object.values(kinds).flatMap((kind) => Object.keys(kind)));

/** @throws unless each thing that kinds declare is heard by one listener */
export function checkListeners(list: readonly Listener[]): void {
  for (const name of declared) {
    const count = list.filter(({ hears }) => hears === name).length;
    if (count !== 1) throw new Error(`${count} listeners hear of events' ${name}, and one has to`);
  }
}

checkListeners(listeners);
