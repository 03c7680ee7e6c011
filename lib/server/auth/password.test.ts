import { createHash } from 'node:crypto';
import argon2 from 'argon2';
import bcrypt from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import { newId } from '@/lib/server/ids';
import { signIn } from '@/lib/server/services/session/sign-in';
import { openContext, userContext } from '@/testing/service/context';
import { resetHashKinds } from './even-time';
import { hashPassword, rehashImported, verifyPassword } from './password';

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

test('passwords that differ only after the 72nd byte are different', async () => {
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

const asker = { client: { address: '192.0.2.9', userAgent: null } };
const password = 'blåbær syltetøj';
const plik = (login: string) =>
  `plik$${encodeURIComponent(login)}$${createHash('md5')
    .update(Buffer.from(`${login}:${password}`).toString('base64'))
    .digest('hex')}`;

const kinds: [name: string, hash: () => Promise<string> | string][] = [
  ['bcrypt', () => bcrypt.hash(password, 4)],
  ['bcrypt of other libraries', async () => (await bcrypt.hash(password, 4)).replace('$2b$', '$2a$')],
  [
    'argon2i',
    () => argon2.hash(password, { type: argon2.argon2i, memoryCost: 4096, timeCost: 3, parallelism: 1 }),
  ],
  [
    'argon2id with other costs',
    () => argon2.hash(password, { memoryCost: 8192, timeCost: 3, parallelism: 4 }),
  ],
  ['Plik', () => plik('plik')],
  ['Plik with a login of its own', () => plik('ku$nde ä')],
  ['several, of which the first is like ours', async () => `${await hashPassword(password)} ${plik('a')}`],
];

test.each(kinds)('a hash of %s verifies as it is and is renewed as ours', async (_name, make) => {
  const hash = await make();
  expect(await verifyPassword(hash, password)).toBe(true);
  expect(await verifyPassword(hash, `${password}x`)).toBe(false);
  expect(await rehashImported(hash, 'wrong', asker)).toBeNull();
  const renewed = await rehashImported(hash, ` ${password}\n`, asker);
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(renewed, password), 'without the blanks that came along').toBe(true);
  expect(await rehashImported(renewed, password, asker)).toBeNull();
});

test('bcrypt reads 72 bytes, so the bytes behind them never mattered', async () => {
  const long = 'x'.repeat(72);
  expect(await verifyPassword(await bcrypt.hash(`${long}a`, 4), `${long}b`)).toBe(true);
});

test.each([
  '',
  'x',
  '$argon2id$garbage',
  '$argon2id$v=19$m=19456,t=2,p=1$AAAA',
  '$2a$10$short',
  '$2y$',
  'plik$',
])('a damaged hash %j that came from elsewhere lets nobody in', async (hash) => {
  expect(await verifyPassword(hash, 'x')).toBe(false);
  expect(await verifyPassword(hash, '')).toBe(false);
});

test('a password must open all of several hashes', async () => {
  const hash = (text: string) => argon2.hash(text, { memoryCost: 1024, timeCost: 2, parallelism: 1 });
  expect(await verifyPassword([await hash('a'), await hash('a')].join(' '), 'a')).toBe(true);
  expect(await verifyPassword([await hash('a'), await hash('b')].join(' '), 'a')).toBe(false);
  expect(await verifyPassword([await hash('a'), await hash('b')].join(' '), 'b')).toBe(false);
});

test('an imported password is hashed anew at the first sign-in', async () => {
  const { db, viewer } = await userContext({ passwordHash: await bcrypt.hash(password, 4) });
  await signIn(openContext(), { account: viewer.login, password });
  const { passwordHash } = await db.account.findUniqueOrThrow({ where: { id: viewer.id } });
  expect(passwordHash).toMatch(/^\$argon2id\$/);
  await signIn(openContext(), { account: viewer.login, password });
});

test('a wrong password takes as long for nobody and for one of ours as for one that came with a slow hash', async () => {
  const slow = await bcrypt.hash(password, 12);
  const owner = await userContext({ passwordHash: slow });
  resetHashKinds();
  await fail(owner.viewer.login); // measures
  const fastest = async (passwordHash: string | null) => {
    const times: number[] = [];
    for (let n = 0; n < 3; n++) {
      const { viewer } = passwordHash
        ? await userContext({ passwordHash })
        : { viewer: { login: newId().toLowerCase() } };
      times.push(await fail(viewer.login));
    }
    return Math.min(...times);
  };
  const most = await fastest(slow);
  expect(await fastest(await argon2.hash(password))).toBeGreaterThan(most * 0.7);
  expect(await fastest(null)).toBeGreaterThan(most * 0.7);
  await owner.db.account.updateMany({ where: { passwordHash: slow }, data: { passwordHash: null } });
  resetHashKinds();
});

let clients = 0;

async function fail(account: string): Promise<number> {
  const ctx = openContext({ client: { address: `198.51.100.${clients++}`, userAgent: null } });
  const began = performance.now();
  await expect(signIn(ctx, { account, password: 'wrong' })).rejects.toMatchObject({
    code: 'auth.loginFailed',
  });
  return performance.now() - began;
}
