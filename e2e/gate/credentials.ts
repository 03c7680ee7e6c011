import { headerNames } from '@/lib/contract/http/names';
import { isLong } from '@/testing/is-long';

/** All kinds of callers. Owner, member and alias belong to the world's targets. */
export const credentials = [
  'signedOut',
  'expired',
  'ended',
  /** The owner's token with one character changed. */
  'garbled',
  'disabled',
  /** Of a new account whose address is not confirmed, as if it had come in. */
  'pending',
  /** An admin's right password, with the second factor still to come: its challenge in place of a session. */
  'halfway',
  'other',
  'member',
  'owner',
  /** The owner's cookie in a cross-site request. */
  'elsewhere',
  'admin',
  /** Only the id of the alias. */
  'alias',
  'otherAlias',
  'offAlias',
  /** Access tokens with one scope each, of the owner and of the admin. */
  'uploadToken',
  'readToken',
  'manageToken',
  'adminToken',
  /** The owner's expired token with all scopes. */
  'expiredToken',
  /** The same, revoked. */
  'revokedToken',
  /** The same, one character short. */
  'truncatedToken',
  /** The same, of the disabled account. */
  'disabledToken',
] as const;
export type Credential = (typeof credentials)[number];

/** Former or forged credentials. One function refuses them all before any route runs. */
const dead: readonly Credential[] = [
  'expired',
  'ended',
  'garbled',
  'disabled',
  'pending',
  'expiredToken',
  'revokedToken',
  'truncatedToken',
  'disabledToken',
];

/** All live credentials and a third of `dead` for the n-th route. `SLIPWAY_LONG=1` returns all. */
export const credentialsFor = (n: number): readonly Credential[] =>
  credentials.filter((who) => {
    const at = dead.indexOf(who);
    return at < 0 || isLong || (n + at) % 3 === 0;
  });

export type CredentialHeaders = Record<string, string>;

export const token = (value: string): CredentialHeaders => ({ [headerNames.auth]: value });
export const bearer = (value: string): CredentialHeaders => ({ authorization: `Bearer ${value}` });
export const aliasHeader = (id: string): CredentialHeaders => ({ [headerNames.alias]: id });
