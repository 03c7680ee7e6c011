import { headerNames } from '@/lib/contract/http/names';

/** Everyone who may stand before a call. What owner, member and alias have to do with is the world's bait. */
export const credentials = [
  'signedOut',
  /** The owner's own session, beyond its time. */
  'expired',
  /** The owner's own session, signed out. */
  'ended',
  /** The owner's token with one character changed. */
  'garbled',
  /** A member whose account was switched off. */
  'disabled',
  'other',
  'member',
  'owner',
  /** The owner's cookie in a request that another site makes. */
  'elsewhere',
  'admin',
  /** Nothing but the id of the alias. */
  'alias',
  /** The id of somebody else's alias. */
  'otherAlias',
  /** The owner's second alias, switched off. */
  'offAlias',
] as const;
export type Credential = (typeof credentials)[number];

export type Shown = Record<string, string>;

export const token = (value: string): Shown => ({ [headerNames.auth]: value });
export const aliasHeader = (id: string): Shown => ({ [headerNames.alias]: id });
