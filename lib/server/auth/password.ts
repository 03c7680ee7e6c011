import 'server-only';
import argon2 from 'argon2';
import { AppError } from '@/lib/contract/errors';
import { hashedForm, passwordForms } from '@/lib/domain/pasted/plain-text';
import type { Context } from '@/lib/server/context';
import { FairTurns } from '@/lib/server/fair-turns';
import { clientKey } from '@/lib/server/limits/counter-keys';
import { matchesHash } from './hash-kinds';

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const cost = { type: argon2.argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Hashing is dear on purpose, so only so many run and wait at once: more would let anyone stop the machine. */
const turns = new FairTurns({ running: 2, waiting: 20 });

/** Each client has its share of the turns. */
type Asker = Pick<Context, 'client'>;
const nameOf = (asker?: Asker) => (asker ? clientKey(asker.client.address) : 'the server itself');

export const hashPassword = (password: string, asker?: Asker): Promise<string> =>
  turns.run(nameOf(asker), () => argon2.hash(hashedForm(forbidNul(password)), cost));

/**
 * Whether a password is right in one of the forms that it may be meant in: one try, however many they are. As slow
 * without a hash as with one, so that nobody learns by time whether there is an account.
 */
export async function verifyPassword(hash: string | null, password: string, asker?: Asker): Promise<boolean> {
  return (await rightForm(hash, password, asker)) !== null;
}

/** A hash of our own for a password that was right for one that an import has brought; null where there is no need. */
export async function renewedHash(
  hash: string | null,
  password: string,
  asker: Asker,
): Promise<string | null> {
  if (hash === null || isOurs(hash)) return null;
  const form = await rightForm(hash, password, asker);
  return form === null ? null : hashPassword(form, asker);
}

async function rightForm(hash: string | null, password: string, asker?: Asker): Promise<string | null> {
  if (password.includes('\0')) return null;
  const dummy = await dummyHash(); // made before it is needed, or the first unknown login would take twice as long
  for (const form of passwordForms(password)) {
    const matches = await turns.run(nameOf(asker), () => matchesHash(hash ?? dummy, form));
    if (matches && hash !== null) return form;
  }
  return null;
}

/** Whether a hash is one that we made ourselves, rather than one that came with an import. */
const isOurs = (hash: string): boolean => hash.startsWith(ourStart) && !hash.includes(' ');
const ourStart = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

let dummy: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  dummy ??= argon2.hash('nobody has this password', cost);
  return dummy;
}

/** Several password hashes take "x" and "x\0" for the same; such passwords never get that far. */
function forbidNul(password: string): string {
  if (password.includes('\0'))
    throw new AppError('request.invalid', { field: 'password', reason: 'unstorable' });
  return password;
}
