import 'server-only';
import { createHash } from 'node:crypto';
import argon2 from 'argon2';
import { lazyThread } from '@/lib/server/thread';
import { isSameSecret } from './same-secret';

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
  return argon2.verify(hash, password);
}

/** Plik hashes login and password in base64, as its browsers send them. */
function matchesPlik(hash: string, password: string): boolean {
  const [login = '', sum = ''] = hash.slice('plik$'.length).split('$');
  const sent = Buffer.from(`${decodeURIComponent(login)}:${password}`).toString('base64');
  return isSameSecret(createHash('md5').update(sent).digest('hex'), sum);
}
