import { variables } from './variables';

/** Names that end like ours and mean what other programs call so. */
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

/** Families of names that nothing but Slipway reads. */
const family = /^(S3|SMTP|MAIL|OAUTH|PROXY_AUTH|CLEANUP|INVITE|SIGNUP)_/;

/** Beside ours in an `.env`: for Node, the system, and the compose files. */
const foreign =
  /^(NODE|NPM|COMPOSE|DOCKER|POSTGRES|SLIPWAY|UV|LC|NEXT|SSL)_|^(TZ|LANG|PATH|HOME|COMMIT|TMPDIR|DEBUG|S3_KEY|S3_SECRET|(HTTPS?|NO|ALL)_PROXY)$/i;

/** Below this many letters, other programs' names are as near. */
const leastLetters = 8;

/**
 * A sentence for each name that nobody reads: whatever stands in `.env` and is not another program's, and what looks in
 * the environment like one of ours.
 */
export function unknownNames(env: NodeJS.ProcessEnv, inFile: readonly string[]): string[] {
  const names = new Set([
    ...inFile,
    ...Object.keys(env).filter((name) => isNearOurs(name) || family.test(name)),
  ]);
  return [...names]
    .sort()
    .filter((name) => !Object.hasOwn(variables, name) && !foreign.test(name))
    .map(sentenceFor);
}

function sentenceFor(name: string): string {
  const meant = meanings[name.toUpperCase()] ?? nearest(name);
  return `${name} is no setting and is ignored.${meant ? ` Did you mean ${meant}?` : ''}`;
}

const nearest = (name: string) => Object.keys(variables).find((known) => isNear(name, known));
const isNearOurs = (name: string) => nearest(name) !== undefined;

const letters = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

function isNear(name: string, known: string): boolean {
  const [a, b] = [letters(name), letters(known)];
  if (a === b) return true;
  return Math.min(a.length, b.length) >= leastLetters && isOneSlip(a, b);
}

/** One letter too many, too few, wrong, or two in the wrong order. */
function isOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  const isSwapped = restA.length === 2 && restA === [...restB].reverse().join('');
  return isSwapped || (restA.length <= 1 && restB.length <= 1);
}
