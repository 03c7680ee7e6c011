import { createHmac } from 'node:crypto';
import { factor } from '@/lib/contract/factor';
import type { Api } from './account';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that a phone displays (RFC 6238), by its clock `at`; written without the library of the server. */
export function phoneCode(secret: string, at: number | Date = Date.now()): string {
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Number(at) / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const from = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export async function setUpFactor(as: Api, password: string) {
  const { setup, secret } = await as.call(factor.begin, { body: { password } });
  if (setup === null || secret === null) throw new Error('The set-up has not begun.');
  const { recoveryCodes } = await as.call(factor.confirm, { body: { setup, code: phoneCode(secret) } });
  return { secret, recoveryCodes };
}
