import 'server-only';
import argon2 from 'argon2';
import { AppError } from '@/lib/contract/errors';
import { hashedForm, passwordForms } from '@/lib/domain/pasted/plain-text';
import type { Context } from '@/lib/server/context';
import { FairTurns } from '@/lib/server/fair-turns';
import { clientKey } from '@/lib/server/limits/counter-keys';
import { matchesHash } from './hash-kinds';

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
