import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password';

test('a password is hashed at least as dearly as OWASP asks, each time with another salt', async () => {
  const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'correct horse')).toBe(true);
});

test.each(['correct horse\0', 'correct horse\0x', 'correct hors', 'Correct horse', 'correct horse ', ''])(
  'only the very same text is right, not %j',
  async (other) => {
    expect(await verifyPassword(await hashPassword('correct horse'), other)).toBe(false);
  },
);

test('NUL is in no password, for some ways to hash read no further', async () => {
  await expect((async () => hashPassword('x\0'))()).rejects.toMatchObject({ code: 'request.invalid' });
});

test('what differs only behind the 72nd byte is another password', async () => {
  const long = 'x'.repeat(100);
  expect(await verifyPassword(await hashPassword(`${long}a`), `${long}b`)).toBe(false);
});

test('nobody is nobody, whatever they say', async () => {
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
});

test('more than can be hashed in a moment are told to come back, and all others are answered', async () => {
  const hash = await hashPassword('x');
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword(hash, 'x')));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
  expect(refused).toEqual(Array.from({ length: 40 - 22 }, () => 'server.unavailable'));
  expect(await verifyPassword(hash, 'x')).toBe(true);
});
