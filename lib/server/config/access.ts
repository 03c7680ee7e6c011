import * as z from 'zod';
import { passwordBytes } from '@/lib/domain/account/account-password';
import { isLogin, normalLogin } from '@/lib/domain/ident';
import { asciiDomain } from '@/lib/domain/mail/mail-address';
import { isNetwork } from '@/lib/server/network-address';
import { choice, duration, durationOrOff, flag, header, onOff, optional, refuse, text } from './kinds';
import { providerList } from './provider';

const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (ranges) => ranges.every(isNetwork),
    'must be addresses or networks such as 127.0.0.1, 10.1.0.0/16 or fd00::/8, separated by commas',
  );

const domains = z.string().transform((text, check) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(
      (domain) => asciiDomain(domain) ?? refuse(check, 'domains such as example.org, separated by commas'),
    ),
);

function hasPasswordLength(password: string | undefined): boolean {
  if (password === undefined) return true;
  const bytes = Buffer.byteLength(password);
  return bytes >= passwordBytes.min && bytes <= passwordBytes.max;
}

const randomSecret = z
  .string()
  .min(32, 'must have at least 32 characters')
  .refine((secret) => !isGuessable(secret), 'must be random, such as what `openssl rand -base64 48` prints');

export const accessVariables = {
  AUTH_SECRET: randomSecret
    .optional()
    .describe(
      'Signs sessions and visits: 32 random characters or more. If you don’t set it, Slipway generates one and keeps it in `DATA_DIR`. Nodes that share no folder need the same.',
    )
    .meta({ example: '', kind: 'text' }),
  AUTH_SECRET_OLD: randomSecret
    .optional()
    .describe(
      'The secret of before, which opens what it encrypted until all of it is encrypted anew: see [change AUTH_SECRET](secret.md). `npm run doctor` says when it can go.',
    )
    .meta({ example: '', kind: 'text' }),
  RATE_LIMITS: onOff('on').describe(
    'Limits against guessing and flooding. `off` only where something in front does it, or for tests.',
  ),
  AUDIT_RETENTION: duration('180 days').describe('How long the audit is kept, which says who did what.'),
  ACTIVITY_ADDRESSES: onOff('on').describe(
    'Keep visitors’ IP addresses. The owner of a share sees only their first part. `off` keeps none.',
  ),
  SECOND_FACTOR: choice(['off', 'optional', 'admins', 'all'], 'optional').describe(
    'Who must use [two-factor authentication](two-factor.md) or a passkey. `off`: nobody, even people who have set it up. `optional`: people who have set it up. `admins`: also all admins. `all`: everybody. Accounts of providers, directories and proxies are never asked.',
  ),
  SESSION_VALID: duration('8 minutes').describe(
    'A browser that hasn’t been used for longer is signed out, unless its user has selected “Keep me signed in”.',
  ),
  SESSION_REMEMBER: durationOrOff('30 days').describe(
    'How long a session lives without use after “Keep me signed in”. `off` removes that box; sessions then end as `SESSION_VALID` says.',
  ),
  SESSION_MAX: duration('90 days').describe('A session ends after this long, however often it is used.'),
  AUTH_RENEWAL: duration('4 minutes').describe('How often the web page refreshes its session.'),
  ADMIN_LOGIN: text('admin')
    .refine((login) => isLogin(normalLogin(login)), 'must be 1 to 60 letters a to z, digits or . _ - @')
    .describe('Username of the first admin, who is created only when there is no account at all.'),
  ADMIN_PASSWORD: optional('text')
    .refine(hasPasswordLength, `must have ${passwordBytes.min} to ${passwordBytes.max} bytes`)
    .describe(
      'Password of the first admin. If you don’t set it, it is random and printed once at the first start.',
    ),
  SIGNUP_MODE: choice(['closed', 'invite', 'open'], 'closed').describe(
    'Who can [sign up](accounts.md): `open` anybody, `invite` people with an invite key, `closed` nobody.',
  ),
  SIGNUP_EMAIL: choice(['off', 'optional', 'verified'], 'off').describe(
    'Email address at sign-up. `verified`: people must enter one and confirm it by a link; otherwise the account is deleted after 7 days.',
  ),
  SIGNUP_DOMAINS: domains
    .prefault('')
    .describe(
      'Domains of `verified` addresses, such as `example.org`, without subdomains. If you don’t set it, any domain.',
    )
    .meta({ example: '', kind: 'domains' }),
  INVITE_PASSWORD: optional('text').describe(
    'Admins must enter it to create an invite key. If you don’t set it, nobody can create one.',
  ),
  INVITE_VALIDITY: duration('14 days').describe('How long an invite key can be used, once.'),
  OAUTH_PROVIDERS: providerList
    .prefault('[]')
    .describe('Providers that people may sign in with, as JSON: see [single sign-on](single-sign-on.md).')
    .meta({ example: '[]', kind: 'JSON list' }),
  OAUTH_AUTO_REDIRECT: flag('true').describe(
    'Go to the provider at once when it is the only one and `HIDE_LOGIN_FORM` is on.',
  ),
  HIDE_LOGIN_FORM: flag('false').describe(
    'Show no form for username and password, only the other ways to sign in.',
  ),
  EXTERNAL_SIGNUP: choice(['open', 'closed'], 'open').describe(
    'Whether somebody new who signs in through a provider, directory or proxy gets an account.',
  ),
  PROXY_AUTH: flag('false').describe(
    'Believe a reverse proxy that names the person: see [sign-in by a proxy](proxy-sign-in.md). Needs `TRUSTED_PROXIES`.',
  ),
  PROXY_AUTH_USER_HEADER: header('X-Valid-User').describe('Header in which the proxy names the person.'),
  PROXY_AUTH_EMAIL_HEADER: header('X-User-Email').describe(
    'Header in which the proxy names the email address.',
  ),
  TRUSTED_PROXIES: networks
    .prefault('')
    .describe(
      'Addresses or networks (CIDR) of the reverse proxies in front, separated by commas. Only their X-Forwarded-For and login headers count.',
    )
    .meta({ example: '', kind: 'networks' }),
};

/** Placeholders of secrets in examples, manuals and other products' defaults. */
const placeholders =
  /change|replace|insert-|example|sample|default|placeholder|your-|my-?secret|your-?secret|secret-?key|super-?secret|password|nextauth|(?:caffee|c0ffee){2}|deadbeef|12345678|abcdefgh/i;

const minDifferent = 8;

function isGuessable(secret: string): boolean {
  const letters = secret.replace(/[\s_]/g, '-');
  const isRepeated = /^(.{1,16}?)\1+.{0,15}$/.test(secret);
  return isRepeated || placeholders.test(letters) || new Set(secret).size < minDifferent;
}
