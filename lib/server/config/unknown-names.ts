import { variables } from './variables';

/** Names of other programs' settings with their counterpart here. */
const meanings: Record<string, string> = {
  SMTP_FROM: 'MAIL_FROM',
  EMAIL_FROM: 'MAIL_FROM',
  SMTP_HOST: 'SMTP_URL',
  SMTP_PORT: 'SMTP_URL',
  SMTP_USER: 'SMTP_URL',
  SMTP_PASSWORD: 'SMTP_URL',
  S3_ACCESS_KEY: 'S3_ACCESS_KEY_ID',
  S3_SECRET_KEY: 'S3_SECRET_ACCESS_KEY',
  S3_URL: 'S3_ENDPOINT',
  SECRET: 'AUTH_SECRET',
  NEXTAUTH_URL: 'BASE_URL',
};

const family = /^(S3|SMTP|MAIL|OAUTH|PROXY_AUTH|CLEANUP|INVITE|SIGNUP)_/;

/** Names that may stand in an `.env` for Node, the system or compose files. */
const foreign =
  /^(NODE|NPM|COMPOSE|DOCKER|POSTGRES|SLIPWAY|UV|LC|NEXT|SSL)_|^(TZ|LANG|LANGUAGE|PATH|HOME|COMMIT|TMPDIR|DEBUG|S3_KEY|S3_SECRET|(HTTPS?|NO|ALL)_PROXY)$/i;

/** Shorter names are similar to those of other programs by chance. */
const minLetters = 8;

/**
 * Returns a warning for each unknown name of `.env`, and for each name of the environment that resembles a
 * setting.
 */
export function unknownNames(env: NodeJS.ProcessEnv, inFile: readonly string[]): string[] {
  const names = new Set([
    ...inFile,
    ...Object.keys(env).filter((name) => resemblesSetting(name) || family.test(name)),
  ]);
  return [...names]
    .sort()
    .filter((name) => !Object.hasOwn(variables, name) && !foreign.test(name))
    .map(sentenceFor);
}

function sentenceFor(name: string): string {
  if (!/^[\w.-]*$/.test(name)) return brokenLine(name);
  const meant = meanings[name.toUpperCase()] ?? mostSimilar(name);
  return `${name} is no setting and is ignored.${meant ? ` Did you mean ${meant}?` : ''}`;
}

/** Quotes no more than a name, because values may be secret. */
function brokenLine(line: string): string {
  const [name] = /^[A-Z][A-Z0-9_]*\b/.exec(line) ?? [];
  return `A line of .env${name ? ` that begins with ${name}` : ''} is not NAME=value and is ignored.`;
}

const mostSimilar = (name: string) => Object.keys(variables).find((known) => isSimilar(name, known));
const resemblesSetting = (name: string) => mostSimilar(name) !== undefined;

const letters = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

function isSimilar(name: string, known: string): boolean {
  const [a, b] = [letters(name), letters(known)];
  if (a === b) return true;
  return Math.min(a.length, b.length) >= minLetters && isOneTypo(a, b);
}

function isOneTypo(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  const isSwapped = restA.length === 2 && restA === [...restB].reverse().join('');
  return isSwapped || (restA.length <= 1 && restB.length <= 1);
}
