import 'server-only';
import path from 'node:path';
import * as z from 'zod';
import { fallbackValidityMs } from '@/lib/domain/time/validity';
import { storageComplaint } from './config/storage';
import { variables } from './config/variables';
import { wordsOf } from './plain-error';

/** What an operator can mend; its message says how, in a sentence. */
export class BadConfiguration extends Error {}

/** What is said when a program ends by an error: the sentence for the operator, or a trace for us. */
export function operatorMessage(error: unknown): string {
  if (!(error instanceof Error)) return wordsOf(error);
  const isMistyped = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return error instanceof BadConfiguration || isMistyped ? error.message : (error.stack ?? error.message);
}

export type Config = ReturnType<typeof parseConfig>;

/**
 * Checks the whole environment at once. An empty variable counts as unset, and blanks around a value, which was pasted, are no part of it.
 * @throws BadConfiguration with a line for each wrong variable: its name, its value, what is allowed
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
    /** More than a share may hold would be a promise without meaning. */
    ZIP_MAX_SIZE: Math.min(ZIP_MAX_SIZE ?? rest.MAX_SIZE, rest.MAX_SIZE),
    /** The folder that the program's own files are read from. */
    ROOT: path.resolve(/* turbopackIgnore: true */ env.SLIPWAY_ROOT ?? process.cwd()),
    VERSION: env.SLIPWAY_VERSION ?? '0.0.0',
    BUILD_ID: env.SLIPWAY_BUILD_ID ?? 'development',
    /** To the database, in the pools of each process; fewer where it allows only few. */
    CONNECTIONS: Number(env.SLIPWAY_CONNECTIONS ?? 18),
    /** Milliseconds since 1970. */
    BUILT_AT: Number(env.SLIPWAY_BUILT_AT ?? 0),
  } as const;
  checkTogether(config, given);
  return config;
}

type Given = Record<string, string | undefined>;
type Periods = Pick<
  z.output<z.ZodObject<typeof variables>>,
  'DEFAULT_VALIDITY' | 'MAX_VALIDITY' | 'AUTH_RENEWAL' | 'SESSION_VALID'
>;

/** What nobody has set gives way to what somebody has. */
function fittingDefaults(parsed: Periods, given: Given) {
  const { DEFAULT_VALIDITY, MAX_VALIDITY, AUTH_RENEWAL, SESSION_VALID } = parsed;
  const isLonger = DEFAULT_VALIDITY > MAX_VALIDITY && given.DEFAULT_VALIDITY === undefined;
  return {
    DEFAULT_VALIDITY: isLonger ? Math.min(fallbackValidityMs, MAX_VALIDITY) : DEFAULT_VALIDITY,
    AUTH_RENEWAL:
      given.AUTH_RENEWAL === undefined ? Math.min(AUTH_RENEWAL, Math.floor(SESSION_VALID / 2)) : AUTH_RENEWAL,
  };
}

function complaints(error: z.ZodError, given: Given): string {
  const lines = error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const shown = /SECRET|PASSWORD|TOKEN|PROVIDERS|_URL$/.test(name) ? '' : ` is "${given[name]}" but`;
    return `  ${name}${shown} ${issue.message}.${wrongUrl(name, given[name])}`;
  });
  return `The configuration is wrong:\n${lines.join('\n')}\nSee docs/operate/configure.md.`;
}

/** URLs of servers may hold passwords; those of pages are shown, unless somebody wrote one even there. */
const wrongUrl = (name: string, url = ''): string =>
  /^(BASE|PROJECT)_URL$/.test(name) && !url.includes('@')
    ? ` There is something wrong with this url: ${url}`
    : '';

function checkTogether(config: Config, given: Given): void {
  const { SESSION_VALID, AUTH_RENEWAL, DEFAULT_VALIDITY, MAX_VALIDITY } = config;
  // Time for a refresh to come late, and for a second try.
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
  const complaint = storageComplaint(config);
  if (complaint) throw new BadConfiguration(complaint);
  checkWaysIn(config);
}

function checkWaysIn({
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

let read: Config | undefined;

/** The one reader of process.env, read at the first use so that a build needs no configuration. */
export function config(): Config {
  read ??= parseConfig(process.env);
  return read;
}

/** Also asked before all of the configuration is known. */
export const logLevel = (): Config['LOG_LEVEL'] => (read ?? parseConfig(process.env)).LOG_LEVEL;
