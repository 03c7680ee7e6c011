import { createHash } from 'node:crypto';
import argon2 from 'argon2';
import bcrypt from 'bcryptjs';
import { expect, test } from 'vitest';
import { newId } from '@/lib/server/container';
import { signIn } from '@/lib/server/services/session/sign-in';
import { openContext, userContext } from '@/testing/service/context';
import { resetHashKinds } from './even-time';
import { rehashImported, verifyPassword } from './password';

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

test('of several hashes one password must open all', async () => {
  const hash = (text: string) => argon2.hash(text, { memoryCost: 1024, timeCost: 2, parallelism: 1 });
  expect(await verifyPassword([await hash('a'), await hash('a')].join(' '), 'a')).toBe(true);
  expect(await verifyPassword([await hash('a'), await hash('b')].join(' '), 'a')).toBe(false);
  expect(await verifyPassword([await hash('a'), await hash('b')].join(' '), 'b')).toBe(false);
});

test('who signs in with a password from elsewhere has one of ours from then on', async () => {
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
