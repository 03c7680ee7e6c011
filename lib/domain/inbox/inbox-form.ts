import type { TypeGroup } from './file-kind';

export const demands = ['off', 'optional', 'required'] as const;
export type Demand = (typeof demands)[number];

/** What a sender may say of themselves. */
export const senderFields = ['name', 'email', 'reference'] as const;
export type SenderField = (typeof senderFields)[number];

export const questionKinds = ['text', 'longText', 'choice', 'date'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** A question of the owner's own. `choices` only counts for that kind. */
export type Question = {
  id: string;
  label: string;
  kind: QuestionKind;
  required: boolean;
  choices: string[];
};

/** Times are instants, milliseconds since 1970. */
export type OpenTimes = { opensAt: number | null; closesAt: number | null; lateUntil: number | null };

/** Null: as much as the installation takes. */
export type FileTerms = {
  groups: TypeGroup[];
  endings: string[];
  maxFiles: number | null;
  maxFileBytes: number | null;
  maxBytes: number | null;
};

export type Asked = { sender: Record<SenderField, Demand>; questions: Question[] };

/** How the page of an alias differs from the others; null: in nothing. */
export type InboxLook = {
  /** As in a page's own tag, such as de; for senders who have chosen none. */
  language: string | null;
  /** Of its buttons, as #rrggbb in small letters. */
  color: string | null;
};

export const defaultChangeHours = 24;

/** All that an alias tells its senders, asks of them and takes. */
export type InboxForm = OpenTimes &
  FileTerms &
  Asked &
  InboxLook & {
    intro: string;
    recipient: string;
    /** How long a sender may take back what nobody has opened yet. */
    changeHours: number;
  };

export const formLimits = {
  introBytes: 16 * 1024,
  questions: 5,
  choices: 30,
  endings: 40,
  files: 10_000,
  textChars: 500,
  longTextChars: 10_000,
  logoBytes: 128 * 1024,
} as const;

/** In small letters, without a point. */
export const isEnding = (text: string): boolean => /^[a-z0-9_+-]{1,20}$/.test(text);

/** How long what had begun before the end may still come in. */
export const graceMs = 3_600_000;

export type Phase = 'early' | 'open' | 'late' | 'grace' | 'closed';

export function phaseAt({ opensAt, closesAt, lateUntil }: OpenTimes, nowMs: number): Phase {
  if (opensAt !== null && nowMs < opensAt) return 'early';
  if (closesAt === null || nowMs < closesAt) return 'open';
  const end = lateUntil ?? closesAt;
  if (nowMs < end) return 'late';
  return nowMs < end + graceMs ? 'grace' : 'closed';
}

/** When the last ones have to have begun; null: there is no end. */
export const endOf = ({ closesAt, lateUntil }: OpenTimes): number | null => lateUntil ?? closesAt;
