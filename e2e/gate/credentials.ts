import { headerNames } from '@/lib/contract/http/names';
import { isLong } from '@/testing/is-long';

/** Every kind of caller. What owner, member and alias have to do with is the world's bait. */
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
  /** Access tokens of the owner and of the admin, each with one scope, named by it. */
  'uploadToken',
  'readToken',
  'manageToken',
  'adminToken',
  /** One with all scopes, of the owner, beyond its time. */
  'expiredToken',
  /** The same, revoked. */
  'revokedToken',
  /** The same, cut off by a letter. */
  'truncatedToken',
  /** The same, of the account that was switched off. */
  'disabledToken',
] as const;
export type Credential = (typeof credentials)[number];

/** Former or forged credentials. One function refuses them all, before any route is reached. */
const dead: readonly Credential[] = [
  'expired',
  'ended',
  'garbled',
  'disabled',
  'expiredToken',
  'revokedToken',
  'truncatedToken',
  'disabledToken',
];

/** For the n-th route: all, but only a third of `dead`. The next route takes others. `SLIPWAY_LONG=1` asks all. */
export const credentialsFor = (n: number): readonly Credential[] =>
  credentials.filter((who) => {
    const at = dead.indexOf(who);
    return at < 0 || isLong || (n + at) % 3 === 0;
  });

export type Shown = Record<string, string>;

export const token = (value: string): Shown => ({ [headerNames.auth]: value });
export const bearer = (value: string): Shown => ({ authorization: `Bearer ${value}` });
export const aliasHeader = (id: string): Shown => ({ [headerNames.alias]: id });
