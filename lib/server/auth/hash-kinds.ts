import 'server-only';
import { createHash } from 'node:crypto';
import argon2 from 'argon2';
import { lazyThread } from '@/lib/server/thread';
import { isSameSecret } from './same-secret';

/** bcrypt is computed in JavaScript, for a second or more: a thread does it, and this process all else meanwhile. */
const bcrypt = lazyThread('lib/server/auth/bcrypt-worker.mjs');

/**
 * Whether a password is the one that a hash was made of, ours or one that an import has brought: bcrypt, any argon2,
 * several of these with blanks between them that must all be right, or `plik$<login>$<md5>`.
 */
export async function matchesHash(hash: string, password: string): Promise<boolean> {
  let areAllRight = true;
  for (const one of hash.split(' ')) if (!(await matchesOne(one, password))) areAllRight = false;
  return areAllRight;
}

async function matchesOne(hash: string, password: string): Promise<boolean> {
  if (hash.startsWith('$2')) return bcrypt().call<boolean>({ hash, password });
  if (hash.startsWith('plik$')) return matchesPlik(hash, password);
  return argon2.verify(hash, password);
}

/** Plik's browsers send login and password in base64, and that text is what it summed up. */
function matchesPlik(hash: string, password: string): boolean {
  const [login = '', sum = ''] = hash.slice('plik$'.length).split('$');
  const sent = Buffer.from(`${decodeURIComponent(login)}:${password}`).toString('base64');
  return isSameSecret(createHash('md5').update(sent).digest('hex'), sum);
}
