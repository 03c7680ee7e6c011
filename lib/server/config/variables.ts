import * as z from 'zod';
import { mailbox } from '@/lib/domain/mail-address';
import { parseBytes, parseDuration } from '@/lib/domain/units';
import { languages } from '@/lib/i18n/locales';
import { parseFloor, usualFloor } from './disk-floor';
import { isGuessable } from './guessable-secret';
import { networks } from './networks';
import { providerList } from './provider';
import { storageVariables } from './storage';

const bytes = z
  .string()
  .transform((text, check) => parseBytes(text) ?? refuse(check, 'a size such as 512K, 10M or 1.5G'));

const size = (fallback: string) => bytes.prefault(fallback).meta({ example: fallback, kind: 'size' });

const duration = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform(
      (text, check) =>
        parseDuration(text) ?? refuse(check, 'a duration such as 30 seconds, 8 minutes or 14 days'),
    )
    .meta({ example: fallback, kind: 'duration' });

const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .default(fallback)
    .transform((text) => text === 'true')
    .meta({ example: fallback, kind: 'true or false' });

const text = (fallback = '') => z.string().default(fallback).meta({ example: fallback, kind: 'text' });

const languageCodes = languages.map(({ code }) => code);
const oneOf = (words: string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const optional = (kind: string) => z.string().min(1).optional().meta({ example: '', kind });

const header = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .refine((name) => /^[A-Za-z0-9-]{1,64}$/.test(name), 'must be a header’s name of letters, digits and -')
    .meta({ example: fallback, kind: 'header' });

function refuse(check: z.RefinementCtx, allowed: string): never {
  check.addIssue({ code: 'custom', message: `must be ${allowed}` });
  return z.NEVER;
}

const origin = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === '/';

const isSmtpUrl = (text: string) => URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text);

/** Every variable that an operator may set, in the order of docs/configuration.md, which is made from this. */
export const variables = {
  HOST: text('127.0.0.1').describe('Address to listen on; `0.0.0.0` for every interface.'),
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(1, 'must be a port number')
    .max(65535, 'must be a port number')
    .default(3000)
    .describe('Port to listen on.')
    .meta({ example: '3000', kind: 'number' }),
  BASE_URL: z
    .string()
    .refine(origin, 'must be an http or https URL without a path, such as https://files.example.org')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional()
    .describe(
      'External URL without a path. Links, cookies and mails come from it alone. Default: `http://localhost:$PORT`.',
    )
    .meta({ example: '', kind: 'URL' }),
  DATA_DIR: text('./data').describe(
    'Embedded database, files on disk, generated secret. Several nodes share one: see [nodes](nodes.md).',
  ),
  DATABASE_URL: z
    .string()
    .refine((value) => /^postgres(ql)?:\/\//.test(value), 'must start with postgresql://')
    .optional()
    .describe(
      'Any PostgreSQL from version 14 on, the same for several nodes. Unset: an embedded one in `DATA_DIR`, for one node.',
    )
    .meta({ example: '', kind: 'URL' }),
  ...storageVariables,
  AUTH_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((secret) => !isGuessable(secret), 'must be random, such as what `openssl rand -base64 48` prints')
    .optional()
    .describe(
      'Signs sessions and visits. Unset: generated once and kept in `DATA_DIR`. Nodes that share no folder need the same.',
    )
    .meta({ example: '', kind: 'text' }),
  RATE_LIMITS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .transform((text) => text === 'on')
    .describe(
      'Limits against guessing and flooding. `off` only where something in front does it, or for tests.',
    )
    .meta({ example: 'on', kind: 'on or off' }),
  AUDIT_RETENTION: duration('180 days').describe('How long it is remembered who did what.'),
  SESSION_VALID: duration('8 minutes').describe('How long a session token is valid without being refreshed.'),
  AUTH_RENEWAL: duration('4 minutes').describe('How often the web page refreshes its session.'),
  ADMIN_LOGIN: text('admin').describe('Login of the first admin, made only when there is no account at all.'),
  ADMIN_PASSWORD: optional('text').describe(
    'Password of the first admin. Unset: random, printed once at the first start.',
  ),
  SIGNUP_MODE: z
    .enum(['open', 'invite', 'closed'], 'must be open, invite or closed')
    .default('closed')
    .describe('Who may register: anybody, whoever has an invite key, nobody.')
    .meta({ example: 'closed', kind: 'open, invite or closed' }),
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
  EXTERNAL_SIGNUP: z
    .enum(['open', 'closed'], 'must be open or closed')
    .default('open')
    .describe('Whether somebody new who comes through a provider or a proxy gets an account.')
    .meta({ example: 'open', kind: 'open or closed' }),
  PROXY_AUTH: flag('false').describe(
    'Believe a reverse proxy that says who is calling. Needs `TRUSTED_PROXIES`.',
  ),
  PROXY_AUTH_USER_HEADER: header('X-Valid-User').describe('Header in which the proxy names the person.'),
  PROXY_AUTH_EMAIL_HEADER: header('X-User-Email').describe(
    'Header in which it gives the e-mail address, used when the account is made.',
  ),
  TRUSTED_PROXIES: networks
    .prefault('')
    .describe(
      'Addresses or networks (CIDR) of the reverse proxies in front, separated by commas. Only their X-Forwarded-For and the headers of the proxy login count. Unset: the address of the connection counts.',
    )
    .meta({ example: '', kind: 'networks' }),
  X_ACCEL_REDIRECT: z
    .string()
    .refine((value) => /^\/[\w./-]*\/$/.test(value), 'must be a path that begins and ends with /')
    .optional()
    .describe(
      'Internal location of an nginx in front that serves files below `DATA_DIR`, see docs/reverse-proxy.md. Unset: files are sent by Slipway itself.',
    )
    .meta({ example: '', kind: 'path' }),
  MAX_SIZE: size('1.5G').describe('Upper bound for all files of one share together.'),
  ZIP_MAX_SIZE: bytes
    .optional()
    .describe(
      'Most that one ZIP file may hold, at most `MAX_SIZE`; 0 turns ZIP files off. Default: `MAX_SIZE`.',
    )
    .meta({ example: '', kind: 'size' }),
  MIN_FREE_DISK: z
    .string()
    .optional()
    .transform((text, check) =>
      text === undefined
        ? usualFloor
        : (parseFloor(text) ?? refuse(check, 'a part of the disk such as 5% or a size such as 10G')),
    )
    .describe(
      'What uploads leave free of the disk with `DATA_DIR`: `5%` of it, or a size such as `10G`; `0` is nothing. Below it they are answered with 507 and go on when there is room. Only for `STORAGE=disk`. Default: 5% and at most 10G.',
    )
    .meta({ example: '', kind: 'part or size' }),
  ACCOUNT_MAX_SIZE: size('0').describe(
    'Upper bound for all files of one account together, those included that came through its aliases; 0 is none. Admins may set another one for an account.',
  ),
  ACCOUNT_MAX_FILES: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(2 ** 31 - 1, 'must be less than 2147483648')
    .default(0)
    .describe('The same for their number.')
    .meta({ example: '0', kind: 'number' }),
  MAX_ALIAS_BYTES: size('50G').describe('Most that comes in through one alias on one day.'),
  MAX_VALIDITY: duration('365 days').describe('Longest validity a share may have.'),
  DEFAULT_VALIDITY: duration('7 days').describe('Validity that forms preset.'),
  REQUIRE_SHARE_PASSWORD: flag('false').describe('Refuse shares without a password.'),
  ALIAS_MEMBERS: flag('true').describe('Offer to share an alias with other accounts.'),
  AUTO_PUBLISH: flag('false').describe(
    'Publish new shares by themselves when all files have arrived; each person may turn it off in the settings.',
  ),
  CHUNK_SIZE: size('10M').describe(
    'Bytes that the web page sends in one request at first; it adapts by itself.',
  ),
  RETRY_DELAYS: z
    .string()
    .default('0,3000,6000,12000,24000,48000')
    .refine((list) => /^\d+(,\d+)*$/.test(list), 'must be milliseconds separated by commas')
    .transform((list) => list.split(',').map(Number))
    .describe('Waiting times of the web page between retries of an upload, in milliseconds.')
    .meta({ example: '0,3000,6000,12000,24000,48000', kind: 'list' }),
  UPLOAD_TTL: duration('2 days').describe('Unfinished uploads without progress for this long are removed.'),
  CLEANUP_INTERVAL: duration('1 hour').describe(
    'How often expired shares, abandoned uploads and orphaned bytes are removed.',
  ),
  CLEANUP_GRACE: duration('7 days').describe('How long a share stays after its publication expired.'),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'must be a URL such as smtps://user:password@mail.example.org')
    .optional()
    .describe('Mail server, such as `smtps://user:password@mail.example.org`. Unset: no mail.')
    .meta({ example: '', kind: 'URL' }),
  MAIL_FROM: z
    .string()
    .transform(
      (text, check) => mailbox(text) ?? refuse(check, 'an address such as Slipway <files@example.org>'),
    )
    .optional()
    .describe(
      'Sender of all mails, such as `Slipway <files@example.org>`; answers go to the person who sends. Unset: that person’s own address, and notices bear the address of whoever receives them.',
    )
    .meta({ example: '', kind: 'address' }),
  MAIL_LIST_ID: z
    .string()
    .regex(/^[\x20-\x7e]*$/, 'must be a line of plain letters')
    .optional()
    .describe('Header `List-Id` of all mails, such as `Slipway <files.example.org>`, for filters.')
    .meta({ example: '', kind: 'text' }),
  MAIL_TEMPLATES_DIR: optional('folder').describe(
    'Own texts of mails instead of ours, file by file: see [mail.md](mail.md).',
  ),
  APP_NAME: text('Slipway').describe('Name of the installation, shown in the page and in mails.'),
  LOGO_URL: optional('URL').describe('Logo for light pages instead of ours: a path below `/` or a URL.'),
  LOGO_URL_DARK: optional('URL').describe('The same for dark pages; without it `LOGO_URL` serves both.'),
  ICON_URL: optional('URL').describe('Icon of the browser tab instead of ours.'),
  ICON_URL_DARK: optional('URL').describe('The same for dark browsers.'),
  FOOTER_TEXT: text().describe('Markdown for the footer instead of name and version.'),
  FOOTER_VISIBLE: flag('true').describe('Show a footer at all.'),
  WELCOME_MESSAGE: text().describe('Markdown above the login form.'),
  DEFAULT_LANGUAGE: z
    .enum(languageCodes, `must be one of ${languageCodes.join(', ')}`)
    .default('gb')
    .describe('Language for browsers that ask for none we have.')
    .meta({ example: 'gb', kind: oneOf(languageCodes) }),
  DEFAULT_TIMEZONE: z
    .string()
    .default('UTC')
    .refine(
      (zone) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone),
      'must be a time zone such as Europe/Berlin',
    )
    .describe('Time zone of the dates in the page.')
    .meta({ example: 'UTC', kind: 'time zone' }),
  INITIAL_THEME: z
    .enum(['light', 'dark'], 'must be light or dark')
    .default('light')
    .describe('Theme of a browser that has not chosen.')
    .meta({ example: 'light', kind: 'light or dark' }),
  INITIAL_PAGE: z
    .enum(['home', 'uploads', 'share'], 'must be home, uploads or share')
    .default('home')
    .describe('Page after signing in.')
    .meta({ example: 'home', kind: 'home, uploads or share' }),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token that opens `/metrics`, see [health.md](health.md). Unset: no figures.')
    .meta({ example: '', kind: 'text' }),
  STOP_DELAY: duration('0 seconds').describe(
    'How long a server that was told to end goes on before it takes no more requests, while `/readyz` says 503 already: time for a load balancer to notice.',
  ),
  LOG_LEVEL: z
    .enum(['silent', 'debug', 'info', 'warn', 'error'], 'must be silent, debug, info, warn or error')
    .default('info')
    .describe('What is written to the log (one JSON object a line).')
    .meta({ example: 'info', kind: 'level' }),
};
