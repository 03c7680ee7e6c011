import 'server-only';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { isSettingName, type SettingName, secretTargets, settingNames } from '@/lib/domain/server-settings';
import { fallbackValidityMs } from '@/lib/domain/time/validity';
import { withDemo } from './config/demo';
import { directoryComplaint } from './config/directory';
import { storageComplaint } from './config/storage';
import { fittingStored, nothingStored, type RawSettings, type StoredSettings } from './config/stored';
import { variables } from './config/variables';
import { errorMessage, isDiskFull } from './plain-error';

export class BadConfiguration extends Error {}

export function operatorMessage(error: unknown): string {
  if (!(error instanceof Error)) return errorMessage(error);
  const isMistyped = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (error instanceof BadConfiguration || isMistyped) return error.message;
  if (isDiskFull(error))
    return `The disk is full: ${errorMessage(error)}. What was saved is kept: make room, and run the same again.`;
  const denied = deniedPath(error);
  return denied === null
    ? (error.stack ?? error.message)
    : `This account may not use ${denied}: ${errorMessage(error)}. Run this as the account that may, or change its owner.`;
}

const deniedPath = ({ code, path }: NodeJS.ErrnoException): string | null =>
  /^(EACCES|EPERM|EROFS)$/.test(code ?? '') && path ? path : null;

export type Config = ReturnType<typeof parseRaw> & {
  /** Settings that the environment fixes, and stored ones that are wrong. */
  FIXED: readonly string[];
  IGNORED: readonly string[];
};

const trimmed = (env: RawSettings): RawSettings =>
  withDemo(Object.fromEntries(Object.keys(variables).map((name) => [name, env[name]?.trim() || undefined])));

/**
 * Checks the whole environment, and takes what is right of the stored settings. Empty variables count as unset, values
 * are trimmed.
 * @throws BadConfiguration with a line per wrong variable
 */
export function parseConfig(env: RawSettings, stored: StoredSettings = nothingStored): Config {
  const given = trimmed(env);
  const plain = parseRaw(given, env);
  const isRight = (raw: RawSettings) => {
    try {
      return parseRaw(trimmed(raw), env) !== null;
    } catch {
      return false;
    }
  };
  const FIXED = settingNames.filter((name) => isFixedBy(given, name));
  const { texts, ignored } = fittingStored(
    given,
    { ...stored, texts: withoutKeys(stored.texts, FIXED) },
    isRight,
  );
  const isPlain = Object.keys(texts).length === 0;
  return {
    ...(isPlain ? plain : parseRaw(trimmed({ ...given, ...texts }), env)),
    FIXED,
    IGNORED: ignored,
  };
}

/** A secret of the environment goes only where the environment says. */
const isFixedBy = (given: RawSettings, name: SettingName): boolean =>
  given[name] !== undefined ||
  Object.entries(secretTargets).some(
    ([secret, targets]) => given[secret] !== undefined && targets.includes(name),
  );

const withoutKeys = (
  texts: StoredSettings['texts'],
  names: readonly SettingName[],
): StoredSettings['texts'] =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !names.some((one) => one === name)));

/** The environment's own part, for trying stored settings beside it. */
export const environmentOf = ({ RAW, FIXED }: Config): RawSettings =>
  Object.fromEntries(Object.entries(RAW).filter(([name]) => !isSettingName(name) || FIXED.includes(name)));

function parseRaw(given: RawSettings, env: RawSettings) {
  const parsed = z.object(variables).safeParse(given);
  if (!parsed.success) throw new BadConfiguration(complaints(parsed.error, given));

  const { BASE_URL, DATA_DIR, FILES_DIR, ZIP_MAX_SIZE, MAIL_TEMPLATES_DIR: templates, ...rest } = parsed.data;
  const config = {
    ...rest,
    ...fittingDefaults(rest, given),
    BASE_URL: BASE_URL ?? `http://localhost:${rest.PORT}`,
    DATA_DIR: path.resolve(/* turbopackIgnore: true */ DATA_DIR),
    FILES_DIR: FILES_DIR && path.resolve(/* turbopackIgnore: true */ FILES_DIR),
    MAIL_TEMPLATES_DIR: templates && path.resolve(/* turbopackIgnore: true */ templates),
    ZIP_MAX_SIZE: Math.min(ZIP_MAX_SIZE ?? rest.MAX_SIZE, rest.MAX_SIZE),
    ROOT: path.resolve(/* turbopackIgnore: true */ env.SLIPWAY_ROOT ?? process.cwd()),
    VERSION: env.SLIPWAY_VERSION ?? '0.0.0',
    BUILD_ID: env.SLIPWAY_BUILD_ID ?? 'development',
    CONNECTIONS: Number(env.SLIPWAY_CONNECTIONS ?? 18),
    BUILT_AT: Number(env.SLIPWAY_BUILT_AT ?? 0),
    RAW: given,
  } as const;
  checkTogether(config, given);
  return config;
}

type Periods = Pick<
  z.output<z.ZodObject<typeof variables>>,
  'DEFAULT_VALIDITY' | 'MAX_VALIDITY' | 'AUTH_RENEWAL' | 'SESSION_VALID'
>;

function fittingDefaults(parsed: Periods, given: RawSettings) {
  const { DEFAULT_VALIDITY, MAX_VALIDITY, AUTH_RENEWAL, SESSION_VALID } = parsed;
  const isLonger = DEFAULT_VALIDITY > MAX_VALIDITY && given.DEFAULT_VALIDITY === undefined;
  return {
    DEFAULT_VALIDITY: isLonger ? Math.min(fallbackValidityMs, MAX_VALIDITY) : DEFAULT_VALIDITY,
    AUTH_RENEWAL:
      given.AUTH_RENEWAL === undefined ? Math.min(AUTH_RENEWAL, Math.floor(SESSION_VALID / 2)) : AUTH_RENEWAL,
  };
}

function complaints(error: z.ZodError, given: RawSettings): string {
  const lines = error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const quoted = /SECRET|PASSWORD|TOKEN|PROVIDERS|_URL$/.test(name) ? '' : ` is "${given[name]}" but`;
    const hint = isQuoted(given[name]) ? ` ${quotesCount}` : urlHint(name, given[name]);
    return `  ${name}${quoted} ${issue.message}.${hint}`;
  });
  return `The configuration is wrong:\n${lines.join('\n')}\nSee docs/operate/configure.md.`;
}

/** docker --env-file and the lists of compose files keep quotes, which `.env` and shells take away. */
export const isQuoted = (value: string | undefined): boolean =>
  value !== undefined && /^(["'])(?:(?!\1).)+\1$/s.test(value);

export const quotesCount = 'The quotes around its value count here: leave them away.';

/** URLs of servers may contain passwords, so only those of pages are shown, without “@”. */
const urlHint = (name: string, url = ''): string =>
  /^(BASE|PROJECT)_URL$/.test(name) && !url.includes('@')
    ? ` There is something wrong with this url: ${url}`
    : '';

type ParsedSettings = ReturnType<typeof parseRaw>;

function checkTogether(config: ParsedSettings, given: RawSettings): void {
  const { SESSION_VALID, AUTH_RENEWAL, DEFAULT_VALIDITY, MAX_VALIDITY } = config;
  // Leaves time for a late refresh and a second try.
  if (SESSION_VALID < AUTH_RENEWAL + Math.min(30_000, AUTH_RENEWAL)) {
    throw new BadConfiguration(
      `AUTH_RENEWAL is "${given.AUTH_RENEWAL}", but SESSION_VALID (${given.SESSION_VALID ?? '8 minutes'}) must be at least 30 seconds longer, or twice as long where that is less.`,
    );
  }
  if (DEFAULT_VALIDITY > MAX_VALIDITY) {
    throw new BadConfiguration(
      `DEFAULT_VALIDITY is "${given.DEFAULT_VALIDITY}" but must not be longer than MAX_VALIDITY (${given.MAX_VALIDITY ?? '365 days'}).`,
    );
  }
  if (config.SIGNUP_DOMAINS.length > 0 && config.SIGNUP_EMAIL !== 'verified') {
    throw new BadConfiguration(
      'SIGNUP_DOMAINS needs SIGNUP_EMAIL=verified: anybody can enter an address that nobody confirms.',
    );
  }
  if (config.UPDATE_CHECK && !config.UPDATE_URL) {
    throw new BadConfiguration(
      'UPDATE_CHECK needs UPDATE_URL: where the newest version is named, such as https://api.github.com/repos/OWNER/REPOSITORY/releases/latest.',
    );
  }
  const complaint = storageComplaint(config) ?? directoryComplaint(config);
  if (complaint) throw new BadConfiguration(complaint);
  checkSignInMethods(config);
}

function checkSignInMethods({
  PROXY_AUTH,
  TRUSTED_PROXIES,
  OAUTH_PROVIDERS,
  HIDE_LOGIN_FORM,
  ...config
}: ParsedSettings): void {
  if (PROXY_AUTH && TRUSTED_PROXIES.length === 0) {
    throw new BadConfiguration(
      'PROXY_AUTH needs TRUSTED_PROXIES: the addresses of the proxies that may say who is calling.',
    );
  }
  if (config.PROXY_AUTH_USER_HEADER.toLowerCase() === config.PROXY_AUTH_EMAIL_HEADER.toLowerCase()) {
    throw new BadConfiguration('PROXY_AUTH_USER_HEADER and PROXY_AUTH_EMAIL_HEADER must not be the same.');
  }
  if (HIDE_LOGIN_FORM && !PROXY_AUTH && OAUTH_PROVIDERS.length === 0) {
    throw new BadConfiguration(
      'HIDE_LOGIN_FORM leaves no way in: set OAUTH_PROVIDERS or PROXY_AUTH, or show the form.',
    );
  }
}

// On globalThis, because pages are bundled separately.
const shared = globalThis as typeof globalThis & { slipwayStored?: StoredSettings };
let cached: { config: Config; stored: StoredSettings } | undefined;

/** Reads process.env at the first use, so that a build needs no configuration, and again when stored settings change. */
export function config(): Config {
  const stored = storedSettings();
  if (cached?.stored !== stored) cached = { stored, config: parseConfig(process.env, stored) };
  return cached.config;
}

export const storedSettings = (): StoredSettings => shared.slipwayStored ?? nothingStored;

/** Makes this process use them from now on, unless it knows newer ones. */
export function applyStored(stored: StoredSettings): void {
  if (stored.stamp < storedSettings().stamp || isDeepStrictEqual(stored, shared.slipwayStored)) return;
  shared.slipwayStored = stored;
  process.env.NEXTAUTH_URL = config().BASE_URL;
}

export const logLevel = (): Config['LOG_LEVEL'] => (cached?.config ?? parseConfig(process.env)).LOG_LEVEL;
