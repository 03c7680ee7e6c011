import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import type { JournalEvent } from './event';
import type { Kind } from './kinds';

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

export type Heard<Name extends keyof Kind = keyof Kind> = RecordedEvent & {
  /** As what the kind declares it to this listener. */
  as: NonNullable<Kind[Name]>;
  /** Keeps the names of the CTEs apart. */
  nth: number;
};

/** Returns a CTE with a comma before it, or nothing. */
type Insert<Name extends keyof Kind> = (ctx: Context, heard: Heard<Name>) => Prisma.Sql;

export type Listener<Name extends keyof Kind = keyof Kind> = { hears: Name; insert: Insert<Name> };

export const hearing = <Name extends keyof Kind>(hears: Name, insert: Insert<Name>): Listener =>
  ({ hears, insert }) as Listener;
