import * as z from 'zod';
import { parseBytes, parseDuration } from '@/lib/domain/units';
import { languages } from '@/lib/i18n/locales';

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

function refuse(check: z.RefinementCtx, allowed: string): never {
  check.addIssue({ code: 'custom', message: `must be ${allowed}` });
  return z.NEVER;
}

const origin = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === '/';

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
  DATA_DIR: text('./data').describe('Embedded database, files on disk, generated secret.'),
  DATABASE_URL: z
    .string()
    .refine((value) => /^postgres(ql)?:\/\//.test(value), 'must start with postgresql://')
    .optional()
    .describe('Any PostgreSQL from version 14 on. Unset: an embedded one in `DATA_DIR`.')
    .meta({ example: '', kind: 'URL' }),
  AUTH_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Signs sessions and visits. Unset: generated once and kept in `DATA_DIR`. Several nodes need the same.',
    )
    .meta({ example: '', kind: 'text' }),
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
  MAX_SIZE: size('1.5G').describe('Upper bound for all files of one share together.'),
  ZIP_MAX_SIZE: bytes
    .optional()
    .describe(
      'Most that one ZIP file may hold, at most `MAX_SIZE`; 0 turns ZIP files off. Default: `MAX_SIZE`.',
    )
    .meta({ example: '', kind: 'size' }),
  MAX_VALIDITY: duration('365 days').describe('Longest validity a share may have.'),
  DEFAULT_VALIDITY: duration('7 days').describe('Validity that forms preset.'),
  REQUIRE_SHARE_PASSWORD: flag('false').describe('Refuse shares without a password.'),
  ALIAS_MEMBERS: flag('true').describe('Offer to share an alias with other accounts.'),
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
  SMTP_URL: optional('URL').describe(
    'Mail server, such as `smtps://user:password@mail.example.org`. Unset: no mail.',
  ),
  MAIL_FROM: optional('address').describe('Sender of all mails.'),
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
  LOG_LEVEL: z
    .enum(['silent', 'debug', 'info', 'warn', 'error'], 'must be silent, debug, info, warn or error')
    .default('info')
    .describe('What is written to the log (one JSON object a line).')
    .meta({ example: 'info', kind: 'level' }),
};
