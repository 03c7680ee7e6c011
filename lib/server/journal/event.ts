import type { ActivityField } from '@/lib/contract/activity';
import type { AuditActorKind, AuditObjectType, AuditOutcome } from '@/lib/contract/admin/audit';
import type { AuditedKind, EventKind, kinds, RefusableKind } from './kinds';
import type { MailTo, ShareMailName } from './mail';

/** Shown in a share's list, beside who and when. */
export type ActivityDetails = { field?: ActivityField; until?: number; to?: string[] };

export type ActivityGiven = ActivityDetails & {
  /** If it happened before it is recorded. */
  at?: Date;
  /** Of who sent it through an alias. */
  from?: { address: string | null; userAgent: string | null };
};

export type AuditDetails = Record<string, string | number | boolean>;

export type EventFields = {
  outcome?: AuditOutcome;
  /** Pass IDs of links and aliases through `redactedId`, because they grant access. */
  object?: { type: AuditObjectType; id: string };
  shareId?: string;
  /** For the audit. */
  details?: AuditDetails;
  /** Set when the actor isn't the signed-in person, such as during a sign-in. */
  actor?: { kind: AuditActorKind; id?: string; login?: string };
};

/** Told to webhooks, beside what is known of the share. */
export type Payload = Record<string, string | null>;

type ActivityOf<K extends EventKind> = (typeof kinds)[K] extends { activity: string }
  ? { /** Left out where the share's list is not to show it. */ activity?: ActivityGiven | null }
  : unknown;

type PayloadOf<K extends EventKind> = (typeof kinds)[K] extends { webhook: string }
  ? { /** Null where no webhook is to hear of it. */ payload: Payload | null; once?: string }
  : unknown;

type MailOf<K extends EventKind> = (typeof kinds)[K] extends { mail: infer M }
  ? M extends ShareMailName
    ? unknown
    : { /** Null where nobody is to get it. */ mail: MailTo | null }
  : unknown;

type EventOf<K extends EventKind> = K extends EventKind
  ? EventFields & { event: K } & ActivityOf<K> & PayloadOf<K> & MailOf<K>
  : never;

/** An event with all that listeners of its kind need. */
export type JournalEvent<K extends EventKind = EventKind> =
  | (EventFields & { event: K & AuditedKind })
  | (EventFields & { event: K & RefusableKind; outcome: 'refused' })
  | EventOf<Exclude<K, AuditedKind>>;
