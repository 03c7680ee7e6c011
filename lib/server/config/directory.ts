import * as z from 'zod';
import { canParseUrl } from '@/lib/domain/url';
import { flag, optional, text } from './kinds';

function isDirectoryUrl(given: string): boolean {
  if (!canParseUrl(given)) return false;
  const { protocol, hostname, username, pathname, search } = new URL(given);
  return (
    /^ldaps?:$/.test(protocol) && hostname !== '' && `${username}${search}` === '' && pathname.length < 2
  );
}

/** Several servers of one directory are separated by blanks or commas. */
export const directoryUrls = ({ LDAP_URL = '' }: { LDAP_URL?: string | undefined }): string[] =>
  LDAP_URL.split(/[\s,]+/).filter(Boolean);

const hasBalance = (filter: string) => filter.split('(').length === filter.split(')').length;
const isFilter = (filter: string) => /^\(.+\)$/.test(filter) && hasBalance(filter);

/** Names of groups contain commas, so others separate them. */
const groups = z
  .string()
  .transform((given) => given.split(/[;\n]/).flatMap((name) => name.trim() || []))
  .refine((names) => names.length > 0, 'must name at least one group')
  .optional()
  .meta({ example: '', kind: 'names' });

export const directoryVariables = {
  LDAP_URL: z
    .string()
    .refine(
      (given) => directoryUrls({ LDAP_URL: given }).every(isDirectoryUrl),
      'must be a URL such as ldaps://ldap.example.org, or several with blanks between',
    )
    .optional()
    .describe(
      'Directory whose people sign in with its passwords, such as `ldaps://ldap.example.org`: see [LDAP](ldap.md). Several servers, separated by blanks, are tried in this order.',
    )
    .meta({ example: '', kind: 'URL' }),
  LDAP_STARTTLS: flag('true').describe(
    'Begin TLS on `ldap://`. `false` sends passwords in the clear: only within one machine.',
  ),
  LDAP_CA_FILE: optional('file').describe(
    'Certificates (PEM) of the authority that vouches for it, if private.',
  ),
  LDAP_BIND_DN: optional('DN').describe(
    'Account that searches for people. If you don’t set it, Slipway searches without signing in.',
  ),
  LDAP_BIND_PASSWORD: optional('text').describe('Its password.'),
  LDAP_BASE: optional('DN').describe('Where people and groups are.'),
  LDAP_FILTER: text('(uid={login})')
    .refine(
      (filter) => isFilter(filter) && filter.includes('{login}'),
      'must be a filter with {login}, such as (uid={login})',
    )
    .describe('Finds a person. Active Directory: `(sAMAccountName={login})`.'),
  LDAP_ID: z
    .string()
    .regex(/^[\w;.-]+$/, 'must be the name of an attribute')
    .optional()
    .describe(
      'Attribute with an ID that never changes and never goes to somebody else. If you don’t set it, the first of entryUUID, objectGUID, ipaUniqueID, nsUniqueId, GUID and objectSid that a person has. Never change it later.',
    )
    .meta({ example: '', kind: 'attribute' }),
  LDAP_GROUPS: text('memberOf')
    .refine(
      (given) => /^[\w-]+$/.test(given) || (isFilter(given) && /\{(dn|login)\}/.test(given)),
      'must be an attribute, or a filter with {dn} or {login}',
    )
    .describe('Attribute with the groups of a person, or a filter that finds them: `(member={dn})`.'),
  LDAP_ADMIN_GROUPS: groups.describe(
    'As `adminGroups` of a provider: names or DNs, separated by semicolons.',
  ),
  LDAP_ALLOWED_GROUPS: groups.describe('As `allowedGroups`.'),
};

type DirectorySettings = {
  LDAP_URL?: string | undefined;
  LDAP_BASE?: string | undefined;
  LDAP_BIND_DN?: string | undefined;
  LDAP_BIND_PASSWORD?: string | undefined;
};

/** A name without its password would be taken for nobody’s. */
export function directoryComplaint(config: DirectorySettings): string | null {
  if (config.LDAP_URL && !config.LDAP_BASE)
    return 'LDAP_URL needs LDAP_BASE: where people are, such as dc=example,dc=org.';
  const isHalf = (config.LDAP_BIND_DN === undefined) !== (config.LDAP_BIND_PASSWORD === undefined);
  return isHalf ? 'LDAP_BIND_DN and LDAP_BIND_PASSWORD need each other.' : null;
}
