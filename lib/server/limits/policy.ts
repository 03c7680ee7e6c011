import 'server-only';

const minute = 60_000;
const hour = 60 * minute;

export type Limit = {
  max: number;
  windowMs: number;
  /** What happens beyond `max`: a refusal until the window ends, or only a longer wait. */
  beyond: 'refuse' | 'slow';
  /** Whether each further try waits longer, well before `max` is reached. */
  slows?: true;
  /** What a right answer does: forgets all tries, or only takes its own back. */
  onSuccess: 'forget' | 'takeBack' | 'keep';
};

/** Every limit that PostgreSQL counts, in one place. `client` is an address, of IPv6 its /64. */
export const limits = {
  /** Of one login from one client. */
  login: { max: 10, windowMs: 15 * minute, beyond: 'refuse', slows: true, onSuccess: 'forget' },
  /**
   * Of all logins from one client. Signing in to an own account must not clear it, so a success takes back only its own
   * try.
   */
  loginClient: { max: 60, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'takeBack' },
  /** Of one share from one client. */
  sharePassword: { max: 10, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'forget' },
  /** Of one share from everywhere: nobody may lock others out, so it only gets slow. */
  sharePasswordTotal: { max: 200, windowMs: hour, beyond: 'slow', onSuccess: 'takeBack' },
  /** Codes mailed to one recipient: with five tries each, guessing one takes years. */
  recipientCode: { max: 5, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'keep' },
  recipientCodeDay: { max: 20, windowMs: 24 * hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Codes for one mailbox, by whichever links. */
  code: { max: 20, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  /** What people write to one mailbox, whoever they are. */
  letter: { max: 20, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Receipts for one mailbox: anybody can give its address in a form. */
  receipt: { max: 5, windowMs: 24 * hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Links and aliases that don't exist, from one client. */
  unknownId: { max: 60, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'takeBack' },
  /** Programs of one client that ask for an access token. */
  device: { max: 30, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'keep' },
  /**
   * Words of links and IDs of aliases that one account chooses. Those that are taken tell which there are, and those
   * that are free are nobody else's for ever.
   */
  chosenId: { max: 40, windowMs: 24 * hour, beyond: 'refuse', onSuccess: 'keep' },
  /** Registrations from one client. */
  register: { max: 5, windowMs: hour, beyond: 'refuse', onSuccess: 'keep' },
  /** The same where a key is needed: people who have one were invited, so a whole school may register from one address. */
  registerInvited: { max: 5, windowMs: hour, beyond: 'refuse', onSuccess: 'takeBack' },
  /** The password for making invites, of one admin. */
  invitePassword: { max: 10, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'forget' },
  /** The current password, asked before it is changed, of one account. */
  ownPassword: { max: 10, windowMs: 15 * minute, beyond: 'refuse', onSuccess: 'forget' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** What may come in through one alias; `MAX_ALIAS_BYTES` bounds its bytes of a day, `MAX_ALIAS_FILES` a share's files. */
export const aliasLimits = {
  /** Empty ones of the last day. */
  emptyShares: 40,
  /** The same of one client. */
  emptySharesOfClient: 10,
  /** Of the last day, as long as they are there. */
  shares: 2_000,
  /** What a file counts for at least: many small ones fill a database and a list, not a disk. */
  leastFileBytes: 64 * 1024,
  windowMs: 24 * hour,
};

/** Requests of JSON calls, and of pages. Kept in each node's memory, because a count in the database would cost what it saves. */
export const rates = {
  session: { perSecond: 20, burst: 100 },
  client: { perSecond: 10, burst: 60 },
  /** Of one client, signed in or not: a whole office may be behind its address. */
  page: { perSecond: 20, burst: 200 },
};

const firstWaitMs = 250;
const longestWaitMs = 4_000;

/** The first try waits for nothing, the next ones twice as long each. */
export const waitMs = (tries: number): number =>
  tries < 2 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 2));
