import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseConfig } from '../config';
import { accessVariables } from './access';

const read = (AUTH_SECRET: string) => () => parseConfig({ AUTH_SECRET } as unknown as NodeJS.ProcessEnv);

test.each([
  'hex:caffeecaffeecaffeecaffeecaffeecaffee',
  'change-me-change-me-change-me-change-me-1',
  'CHANGEME_please_before_going_live_2026!!',
  'your-secret-key-goes-in-here-at-least-32',
  'MySuperSecretKeyThatNobodyCouldEverGuess',
  'replace this with something of your own!',
  'nextauth_secret_for_development_only_ok?',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabcabcabcabcabcabcabcabcabc',
  'k9#Lq2vXk9#Lq2vXk9#Lq2vXk9#Lq2vXk9#Lq2vX',
  '01234567890123456789012345678901234567890',
  'deadbeefdeadbeef1deadbeefdeadbeef2ffab30',
  '1111111122222222333333334444444455555555',
])('the start refuses %s as a secret, and tells how to make one', (secret) => {
  expect(read(secret)).toThrow(/AUTH_SECRET must be random, such as what `openssl rand/);
  expect(read(secret)).not.toThrow(secret);
});

test('random text of any usual kind passes', () => {
  const passes = (secret: string) => accessVariables.AUTH_SECRET.safeParse(secret).success;
  for (let n = 0; n < 2_000; n++) {
    for (const kind of ['hex', 'base64', 'base64url'] as const) {
      const secret = randomBytes(48).toString(kind);
      expect(passes(secret), secret).toBe(true);
    }
    const short = randomBytes(16).toString('hex');
    expect(passes(short), short).toBe(true);
  }
});
