import 'server-only';
import argon2 from 'argon2';
import { AppError } from '@/lib/contract/errors';

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const cost = { type: argon2.argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Hashing is dear on purpose, so only so many run and wait at once: more would let anyone stop the machine. */
const maxRunning = 2;
const maxWaiting = 20;
let running = 0;
const waiting: (() => void)[] = [];

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => argon2.hash(forbidNul(password), cost));

/** As slow without a hash as with one, so that nobody learns by time whether there is an account. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  if (password.includes('\0')) return false;
  const dummy = await dummyHash(); // made before it is needed, or the first unknown login would take twice as long
  const matches = await inTurn(() => argon2.verify(hash ?? dummy, password));
  return matches && hash !== null;
}

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

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw new AppError('server.unavailable');
    await new Promise<void>((resolve) => waiting.push(resolve)); // the one that ends hands its turn over
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
