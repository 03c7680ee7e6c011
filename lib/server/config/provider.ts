import * as z from 'zod';
import { canParseUrl } from '@/lib/domain/url';
import { isLoopback } from '@/lib/server/network-address';

/** Allows http on this machine only, where it can't be intercepted. */
export function isSafeUrl(text: string): boolean {
  if (!canParseUrl(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

const address = z
  .string('must be a URL')
  .refine(isSafeUrl, 'must be an https URL (http only on localhost), without a user name');
const text = z.string('must be text').min(1, 'must not be empty');

/** Part of paths, of logins after "@" and of the account's source. */
const id = z
  .string('must be text')
  .regex(/^[A-Za-z0-9_.-]{1,30}$/, 'may only have letters, digits and . _ -, at most 30 characters')
  .refine((given) => !/^\.+$/.test(given), 'must not be only dots');

const icon = z
  .string('must be text')
  .refine(
    (given) => /^\/(?![/\\])/.test(given) || isSafeUrl(given),
    'must be a path below / or an https URL of a picture',
  );

/** An empty list would keep everybody out, or make nobody an admin. */
const groupNames = z
  .array(text.max(255, 'must have at most 255 characters'), 'must be a list of names')
  .min(1, 'must name at least one group');

const domains = z
  .array(
    z
      .string('must be text')
      .transform((given) => given.replace(/^@/, '').toLowerCase())
      .refine((given) => /^[^\s@]+\.[^\s@]+$/.test(given), 'must hold domains such as example.org'),
    'must be a list of domains',
  )
  .min(1, 'must name at least one domain');

const common = {
  id,
  name: text.max(60, 'must have at most 60 characters'),
  icon: icon.nullish().transform((given) => given || null),
  clientId: text,
  clientSecret: text,
  userEmailKey: text.optional(),
  userNameKey: text.optional(),
  groupsKey: text.optional(),
  adminGroups: groupNames.optional(),
  allowedGroups: groupNames.optional(),
  allowedDomains: domains.optional(),
  requireVerifiedEmail: z.boolean('must be true or false').optional(),
};

const byUrls = z.strictObject({
  ...common,
  scope: z.string('must be text').default(''),
  authorizeUrl: address,
  tokenUrl: address,
  userUrl: address,
  userIdKey: text,
});

const byIssuer = z.strictObject({
  ...common,
  scope: z
    .string('must be text')
    .default('openid profile email')
    .refine((given) => given.split(' ').includes('openid'), 'must contain openid'),
  issuer: address,
  userIdKey: text.optional(),
});

export type Provider = z.output<typeof byUrls> | z.output<typeof byIssuer>;

/** OAUTH_PROVIDERS as a JSON list. Messages name entry and key but no values, because some are secret. */
export const providerList = z.string().transform((given, check): Provider[] => {
  const refuse = (message: string) => {
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const list = parseJson(given);
  if (!Array.isArray(list)) return refuse('must be a JSON list of providers');
  const providers: Provider[] = [];
  for (const [index, entry] of list.entries()) {
    const schema = Object.hasOwn(Object(entry), 'issuer') ? byIssuer : byUrls;
    const { data, error } = schema.safeParse(entry);
    if (!data) return refuse(complaint(error, nameOf(entry, index)));
    const missing = missingKey(data);
    if (missing)
      return refuse(`needs a key "${missing}" in ${nameOf(entry, index)} to decide who may come in`);
    if (providers.some((known) => known.id.toLowerCase() === data.id.toLowerCase())) {
      return refuse(`names the id "${data.id}" twice`);
    }
    providers.push(data);
  }
  return providers;
});

function missingKey(provider: Provider): string | null {
  const { groupsKey, adminGroups, allowedGroups, allowedDomains, requireVerifiedEmail } = provider;
  if ((adminGroups ?? allowedGroups) && !groupsKey) return 'groupsKey';
  const hasAddress = 'issuer' in provider || provider.userEmailKey;
  return (allowedDomains ?? requireVerifiedEmail) && !hasAddress ? 'userEmailKey' : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const nameOf = (entry: unknown, index: number): string => {
  const { data } = z.object({ id }).safeParse(entry);
  return data ? `provider "${data.id}"` : `provider number ${index + 1}`;
};

function complaint(error: z.ZodError, entry: string): string {
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys')
    return `has a key "${issue.keys[0]}" in ${entry} that it doesn’t know`;
  const key = issue?.path.join('.') ?? '';
  return key === '' ? `has no object as ${entry}` : `is wrong in ${entry}: ${key} ${issue?.message}`;
}
