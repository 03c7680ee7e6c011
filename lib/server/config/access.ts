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

export const accessVariables = {
  AUTH_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((secret) => !isGuessable(secret), 'must be random, such as what `openssl rand -base64 48` prints')
    .optional()
    .describe(
      'Signs sessions and visits: 32 random characters or more. Unset: generated once and kept in `DATA_DIR`. Nodes that share no folder need the same.',
    )
    .meta({ example: '', kind: 'text' }),
  RATE_LIMITS: onOff('on').describe(
    'Limits against guessing and flooding. `off` only where something in front does it, or for tests.',
  ),
  AUDIT_RETENTION: duration('180 days').describe('How long it is remembered who did what.'),
  ACTIVITY_ADDRESSES: onOff('on').describe(
    'Keep the addresses of visitors. The owner of a share sees their beginning. `off` keeps none.',
  ),
  SECOND_FACTOR: choice(['off', 'optional', 'admins', 'all'], 'optional').describe(
    'Who has to show a code of an authenticator app beside the password, or a passkey instead: nobody, even if one is set up; who has set one up; admins, too; everybody. Accounts of providers and proxies are never asked.',
  ),
  SESSION_VALID: duration('8 minutes').describe(
    'A browser that is away for longer is signed out, unless its person chose to stay signed in.',
  ),
  SESSION_REMEMBER: durationOrOff('30 days').describe(
    'How long a session lives without use after “Keep me signed in”. `off` takes that box away, and ends such sessions as `SESSION_VALID` says.',
  ),
  SESSION_MAX: duration('90 days').describe('A session ends after this long, however often it is used.'),
  AUTH_RENEWAL: duration('4 minutes').describe('How often the web page refreshes its session.'),
  ADMIN_LOGIN: text('admin')
    .refine((login) => isLogin(normalLogin(login)), 'must be 1 to 60 letters a to z, digits or . _ - @')
    .describe('Login of the first admin, made only when there is no account at all.'),
  ADMIN_PASSWORD: optional('text')
    .refine(hasPasswordLength, `must have ${passwordBytes.min} to ${passwordBytes.max} bytes`)
    .describe('Password of the first admin. Unset: random, printed once at the first start.'),
  SIGNUP_MODE: choice(['open', 'invite', 'closed'], 'closed').describe(
    'Who may register: anybody, people with an invite key, nobody.',
  ),
  SIGNUP_EMAIL: choice(['off', 'optional', 'verified'], 'off').describe(
    'E-mail address at registration. `verified`: required; the account opens by a mailed link, or ends after 7 days.',
  ),
  SIGNUP_DOMAINS: domains
    .prefault('')
    .describe('Domains of `verified` addresses, such as `example.org`, without subdomains. Unset: any.')
    .meta({ example: '', kind: 'domains' }),
  INVITE_PASSWORD: optional('text').describe(
    'Asked of an admin who makes an invite key. Unset: no invite keys are made.',
  ),
  INVITE_VALIDITY: duration('14 days').describe('How long an invite key can be used, once.'),
  OAUTH_PROVIDERS: providerList
    .prefault('[]')
    .describe('Providers that people may sign in with, as JSON: see [sign-in](sign-in.md).')
    .meta({ example: '[]', kind: 'JSON list' }),
  OAUTH_AUTO_REDIRECT: flag('true').describe(
    'Go to the provider at once when it is the only one and `HIDE_LOGIN_FORM` is on.',
  ),
  HIDE_LOGIN_FORM: flag('false').describe('Offer no form for login and password, only the other ways in.'),
  EXTERNAL_SIGNUP: choice(['open', 'closed'], 'open').describe(
    'Whether somebody new who comes through a provider or a proxy gets an account.',
  ),
  PROXY_AUTH: flag('false').describe(
    'Believe a reverse proxy that says who is calling. Needs `TRUSTED_PROXIES`.',
  ),
  PROXY_AUTH_USER_HEADER: header('X-Valid-User').describe('Header in which the proxy names the person.'),
  PROXY_AUTH_EMAIL_HEADER: header('X-User-Email').describe('Header in which it gives the e-mail address.'),
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
