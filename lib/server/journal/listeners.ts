import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { registeredFeatures } from '@/lib/server/registered-features';
import { insertActivity } from './activity';
import { auditRow, insertAudit } from './audit';
import type { JournalEvent } from './event';
import { type Kind, kinds } from './kinds';
import { hearing, type Listener } from './listener';
import { insertMail, type MailTo } from './mail';

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
