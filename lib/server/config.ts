import 'server-only';
import path from 'node:path';
import * as z from 'zod';
import { fallbackValidityMs } from '@/lib/domain/time/validity';
import { directoryComplaint } from './config/directory';
import { storageComplaint } from './config/storage';
import { variables } from './config/variables';
import { errorMessage, isDiskFull } from './plain-error';

export class BadConfiguration extends Error {}

export function operatorMessage(error: unknown): string {
  if (!(error instanceof Error)) return errorMessage(error);
  const isMistyped = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (error instanceof BadConfiguration || isMistyped) return error.message;
  return isDiskFull(error)
    ? `The disk is full: ${errorMessage(error)}. What was saved is kept: make room, and run the same again.`
    : (error.stack ?? error.message);
}

export type Config = ReturnType<typeof parseConfig>;

/**
 * Checks the whole environment. Empty variables count as unset, and values are trimmed.
 * @throws BadConfiguration with a line per wrong variable
 */
export function parseConfig(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(
    Object.keys(variables).map((name) => [name, env[name]?.trim() || undefined]),
  );
  const parsed = z.object(variables).safeParse(given);
  if (!parsed.success) throw new BadConfiguration(complaints(parsed.error, given));

  const { BASE_URL, DATA_DIR, ZIP_MAX_SIZE, MAIL_TEMPLATES_DIR: templates, ...rest } = parsed.data;
  const config = {
    ...rest,
    ...fittingDefaults(rest, given),
    BASE_URL: BASE_URL ?? `http://localhost:${rest.PORT}`,
    DATA_DIR: path.resolve(/* turbopackIgnore: true */ DATA_DIR),
    MAIL_TEMPLATES_DIR: templates && path.resolve(/* turbopackIgnore: true */ templates),
    ZIP_MAX_SIZE: Math.min(ZIP_MAX_SIZE ?? rest.MAX_SIZE, rest.MAX_SIZE),
    ROOT: path.resolve(/* turbopackIgnore: true */ env.SLIPWAY_ROOT ?? process.cwd()),
    VERSION: env.SLIPWAY_VERSION ?? '0.0.0',
    BUILD_ID: env.SLIPWAY_BUILD_ID ?? 'development',
    CONNECTIONS: Number(env.SLIPWAY_CONNECTIONS ?? 18),
    BUILT_AT: Number(env.SLIPWAY_BUILT_AT ?? 0),
  } as const;
  checkTogether(config, given);
  return config;
}

type RawSettings = Record<string, string | undefined>;
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
    return `  ${name}${quoted} ${issue.message}.${urlHint(name, given[name])}`;
  });
  return `The configuration is wrong:\n${lines.join('\n')}\nSee docs/operate/configure.md.`;
}

/** URLs of servers may contain passwords, so only those of pages are shown, without “@”. */
const urlHint = (name: string, url = ''): string =>
  /^(BASE|PROJECT)_URL$/.test(name) && !url.includes('@')
    ? ` There is something wrong with this url: ${url}`
    : '';

function checkTogether(config: Config, given: RawSettings): void {
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
}: Config): void {
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

let cached: Config | undefined;

/** Reads process.env at the first use, so that a build needs no configuration. */
export function config(): Config {
  cached ??= parseConfig(process.env);
  return cached;
}

export const logLevel = (): Config['LOG_LEVEL'] => (cached ?? parseConfig(process.env)).LOG_LEVEL;
