import 'server-only';

const minute = 60_000;
const hour = 60 * minute;

export type Limit = {
  max: number;
  windowMs: number;
  beyond: 'refuse' | 'slow';
  /** Each attempt waits longer, even below `max`. */
  slows?: true;
  onSuccess: 'forget' | 'takeBack' | 'keep';
};

/** Limits counted in PostgreSQL. A client is an IPv4 address or IPv6 /64. */
export const limits = {
  login: { max: 10, windowMs: 15 * minute, beyond: 'refuse', slows: true, onSuccess: 'forget' },
  /** Per client. Signing in to an own account must not reset it, so a success takes back one attempt. */
  loginClient: { max: 60, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'takeBack' },
  sharePassword: { max: 10, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'forget' },
  /** Per share. It only slows down, so that no one can lock others out. */
  sharePasswordTotal: { max: 200, windowMs: hour, beyond: 'slow', onSuccess: 'takeBack' },
  /** Codes mailed to one recipient; with five attempts each, guessing takes years. */
  recipientCode: { max: 5, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'keep' },
  recipientCodeDay: { max: 20, windowMs: 24 * hour, beyond: 'refuse', onSuccess: 'keep' },
  code: { max: 20, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  letter: { max: 20, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Receipts per mailbox, because anyone can enter its address. */
  receipt: { max: 5, windowMs: 24 * hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Requests for files per mailbox, by all inboxes together. */
  ask: { max: 10, windowMs: 24 * hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Reminders of requests of the whole server; the rest waits. */
  reminders: { max: 1_000, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Requests for a new password per client, and mails with such a link per mailbox. */
  forgot: { max: 10, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  reset: { max: 3, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Mails of new sign-ins per account: who has its password could else fill the mailbox. */
  signInMail: { max: 10, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Reports of links per client, and of one share or inbox; beyond the latter they are dropped without a word. */
  report: { max: 5, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  reportCase: { max: 20, windowMs: 24 * hour, beyond: 'refuse', onSuccess: 'keep' },
  unknownId: { max: 60, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'takeBack' },
  device: { max: 30, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'keep' },
  /**
   * Custom link and alias IDs per account. Answers reveal existing IDs, and free ones are reserved for good.
   */
  chosenId: { max: 40, windowMs: 24 * hour, beyond: 'refuse', onSuccess: 'keep' },
  register: { max: 5, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Per client with an invite key; a success doesn't count, so a school may register from one address. */
  registerInvited: { max: 5, windowMs: hour, beyond: 'refuse', onSuccess: 'takeBack' },
  /** Mails to confirm a new account, per account on request, and of all accounts per mailbox. */
  confirmAgain: { max: 3, windowMs: 24 * hour, beyond: 'refuse', onSuccess: 'keep' },
  confirmMail: { max: 10, windowMs: 24 * hour, beyond: 'refuse', onSuccess: 'keep' },
  invitePassword: { max: 10, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'forget' },
  /** Codes of a second factor per account; only those who know its password get so far. */
  secondFactor: { max: 10, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'forget' },
  /** Sealed words that an account replaces; each is written and logged whole. */
  manifest: { max: 1_000, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Events that a person has sent by hand to an own webhook, which may be anybody's server. */
  webhookTest: { max: 30, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  ownPassword: { max: 10, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'forget' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** Limits per alias, besides `MAX_ALIAS_BYTES` per day and `MAX_ALIAS_FILES` per share. */
export const aliasLimits = {
  emptyShares: 40,
  emptySharesOfClient: 10,
  shares: 2_000,
  /** Smaller files count as this size, because many of them fill database and lists. */
  leastFileBytes: 64 * 1024,
  windowMs: 24 * hour,
};

/**
 * Rates of JSON calls and pages, per node in memory, because counting in the database would cost as much as
 * it saves.
 */
export const rates = {
  session: { perSecond: 20, burst: 100 },
  client: { perSecond: 10, burst: 60 },
  page: { perSecond: 20, burst: 200 },
};

const firstWaitMs = 250;
const maxWaitMs = 4_000;

export const waitMs = (tries: number): number =>
  tries < 2 ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** (tries - 2));
