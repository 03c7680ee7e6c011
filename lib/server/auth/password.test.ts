import argon2 from 'argon2';
import { expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './password';

test('a password is hashed at least as dearly as OWASP asks, each time with another salt', async () => {
  const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'correct horse')).toBe(true);
});

test.each(['correct horse\0', 'correct horse\0x', 'correct hors', 'Correct horse', 'correct  horse', ''])(
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

const [composed, apart] = ['caf\u00e9 noir', 'cafe\u0301 noir'];

test.each([
  ['set composed, typed with letters taken apart', composed, apart],
  ['set with letters taken apart, typed composed', apart, composed],
  ['pasted with a line end and a no-break space', composed, `\u00a0${composed}\r\n`],
  ['with blanks of its own', ' a blank ', ' a blank '],
])('a password %s is right', async (_, set, typed) => {
  expect(await verifyPassword(await hashPassword(set), typed)).toBe(true);
});

test('a hash of before is right for what it was made of', async () => {
  const before = await argon2.hash(apart, { memoryCost: 1024, timeCost: 2, parallelism: 1 });
  expect(await verifyPassword(before, apart)).toBe(true);
});

test.each([
  ['set with a phone’s apostrophe, typed with a keyboard’s', 'Ada’s keys', "Ada's keys"],
  ['set with a keyboard’s apostrophe, typed with a phone’s', "Ada's keys", 'Ada’s keys'],
  ['set with blanks at its ends, typed without', ' a blank ', 'a blank'],
  ['pasted from a table, with marks that nobody sees', 'a\u00a0bl\u00adank', '\u200ea blank\u200e'],
])('a password %s is right, too', async (_, set, typed) => {
  expect(await verifyPassword(await hashPassword(set), typed)).toBe(true);
});

test('a try costs two hashes at most', async () => {
  const argon = vi.spyOn(argon2, 'verify');
  const hash = await hashPassword('right');
  argon.mockClear();
  await verifyPassword(hash, '\u200e“wrong” e\u0301\u00a0\r\n');
  expect(argon).toHaveBeenCalledTimes(2);
  argon.mockRestore();
});

test('other letters, and blanks inside, still count', async () => {
  expect(await verifyPassword(await hashPassword(composed), 'cafe noir')).toBe(false);
  expect(await verifyPassword(await hashPassword('a blank'), 'ablank')).toBe(false);
});
