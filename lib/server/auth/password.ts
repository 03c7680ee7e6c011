import 'server-only';
import { createHash } from 'node:crypto';
import argon2 from 'argon2';
import { AppError } from '@/lib/contract/errors';
import { hashedForm, passwordForms } from '@/lib/domain/pasted/plain-text';
import type { Context } from '@/lib/server/context';
import { FairTurns } from '@/lib/server/fair-turns';
import { clientKey } from '@/lib/server/limits/counters';
import { lazyThread } from '@/lib/server/thread';
import { isSameSecret } from './tokens';

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const cost = { type: argon2.argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Hashing is slow on purpose; unlimited, it would let anyone exhaust the machine. */
const turns = new FairTurns({ running: 2, waiting: 20 });

type HashRequester = Pick<Context, 'client'>;
const turnKey = (requester?: HashRequester) =>
  requester ? clientKey(requester.client.address) : 'the server itself';

export const hashPassword = (password: string, requester?: HashRequester): Promise<string> =>
  turns.run(turnKey(requester), () => argon2.hash(hashedForm(rejectNul(password)), cost));

/**
 * Tries the password in each form that a person may have meant. Takes the same time without a hash, so that time
 * doesn't reveal an account's existence.
 */
export async function verifyPassword(
  hash: string | null,
  password: string,
  requester?: HashRequester,
): Promise<boolean> {
  return (await matchingForm(hash, password, requester)) !== null;
}

/** Null where the hash is current already or the password is wrong. */
export async function rehashImported(
  hash: string | null,
  password: string,
  requester: HashRequester,
): Promise<string | null> {
  if (hash === null || hasCurrentCost(hash)) return null;
  const form = await matchingForm(hash, password, requester);
  return form === null ? null : hashPassword(form, requester);
}

async function matchingForm(
  hash: string | null,
  password: string,
  requester?: HashRequester,
): Promise<string | null> {
  if (password.includes('\0')) return null;
  const dummy = await dummyHash(); // made before it is needed, or the first unknown login would take twice as long
  for (const form of passwordForms(password)) {
    const matches = await turns.run(turnKey(requester), () => matchesHash(hash ?? dummy, form));
    if (matches && hash !== null) return form;
  }
  return null;
}

/** As slow as a password's hash, but without a random salt, so that one hash can be compared with many. */
export async function hashRecoveryCode(
  code: string,
  salt: string,
  requester: HashRequester,
): Promise<string> {
  const fixed = { salt: createHash('sha256').update(salt).digest().subarray(0, 16), raw: true } as const;
  const hash = await turns.run(turnKey(requester), () => argon2.hash(code, { ...cost, ...fixed }));
  return hash.toString('base64url');
}

const hasCurrentCost = (hash: string): boolean => hash.startsWith(currentPrefix) && !hash.includes(' ');
const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

let dummy: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  dummy ??= argon2.hash('nobody has this password', cost);
  return dummy;
}

/** Several password hashes take "x" and "x\0" for the same. */
function rejectNul(password: string): string {
  if (password.includes('\0'))
    throw new AppError('request.invalid', { field: 'password', reason: 'unstorable' });
  return password;
}

/** bcrypt takes a second or more of JavaScript, so a thread computes it. */
const bcrypt = lazyThread('lib/server/auth/bcrypt-worker.mjs');

/**
 * Checks a password against our hashes and imported ones: bcrypt, argon2, `plik$<login>$<md5>`, or several of these
 * separated by blanks, which must all match.
 */
export async function matchesHash(hash: string, password: string): Promise<boolean> {
  let areAllRight = true;
  for (const one of hash.split(' ')) if (!(await matchesOne(one, password))) areAllRight = false;
  return areAllRight;
}

async function matchesOne(hash: string, password: string): Promise<boolean> {
  if (hash.startsWith('$2')) return bcrypt().call<boolean>({ hash, password });
  if (hash.startsWith('plik$')) return matchesPlik(hash, password);
  return isArgon2(hash) && argon2.verify(hash, password);
}

/** False for a damaged one, of which the library makes an error. */
const isArgon2 = (hash: string): boolean =>
  /^\$argon2(id|i|d)\$(v=\d+\$)?m=\d+,t=\d+,p=\d+(,[^$]*)?\$[\w+/]{11,}\$[\w+/]{16,}$/.test(hash);

/** Plik hashes login and password in base64, as its browsers send them. */
function matchesPlik(hash: string, password: string): boolean {
  const [login = '', sum = ''] = hash.slice('plik$'.length).split('$');
  const sent = Buffer.from(`${decodeURIComponent(login)}:${password}`).toString('base64');
  return isSameSecret(createHash('md5').update(sent).digest('hex'), sum);
}
