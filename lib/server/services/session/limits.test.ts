import { expect, test } from 'vitest';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import { type Counter, keyOf } from '@/lib/server/limits/attempt';
import { clientKey, incrementCounter } from '@/lib/server/limits/counters';
import { limits } from '@/lib/server/limits/policy';
import { noon, userContext, warmUp } from '@/testing/service/context';
import { limitedContext, outcomes } from '@/testing/service/limited';
import { signIn } from './sign-in';

const password = 'right horse battery';

async function setUp(over: Partial<Context> = {}) {
  const ctx = limitedContext(over);
  const { viewer } = await userContext({ passwordHash: await hashPassword(password) });
  const client = clientKey(ctx.client.address);
  const counters = {
    login: { limit: 'login', of: [viewer.login, client] },
    loginClient: { limit: 'loginClient', of: [client] },
  } satisfies Record<string, Counter>;
  const prime = (name: keyof typeof counters, by: number) =>
    incrementCounter(ctx.db, { key: keyOf(counters[name]), windowMs: limits[name].windowMs, by, now: noon });
  return {
    ctx,
    login: viewer.login,
    prime,
    counted: (name: keyof typeof counters) => prime(name, 0),
    enter: (given: string, from: Context = ctx) => signIn(from, { account: viewer.login, password: given }),
  };
}

test.concurrent('a hundred wrong passwords at once are counted as a hundred, and ten are looked at', async () => {
  const { ctx, enter, counted } = await setUp();
  await warmUp(ctx, 10);
  const results = await Promise.allSettled(Array.from({ length: 100 }, (_, n) => enter(`wrong ${n}`)));
  expect(outcomes(results)).toEqual({ 'auth.loginFailed': 10, 'limit.attempts': 90 });
  expect(await counted('login')).toBe(100);
});

test.concurrent('past the limit even the right password is refused, until the window ends', async () => {
  const { ctx, enter, prime } = await setUp();
  await prime('login', 10);
  await expect(enter(password)).rejects.toMatchObject({ code: 'limit.attempts', values: { seconds: 900 } });
  const later = { ...ctx, now: new Date(noon.getTime() + 15 * 60_000) };
  await expect(enter(password, later)).resolves.toMatchObject({ admin: false });
});

test.concurrent('somebody else’s guesses don’t lock the owner out', async () => {
  const { ctx, enter, prime } = await setUp();
  await prime('login', 100);
  const elsewhere = limitedContext({ client: { address: '198.51.100.77', userAgent: null } });
  await expect(enter(password, elsewhere)).resolves.toBeTruthy();
  const neighbour = { ...ctx.client, address: String(ctx.client.address).replace(/1$/, 'ffff') };
  await expect(enter(password, { ...ctx, client: neighbour })).rejects.toThrow('limit.attempts');
});

test.concurrent('one client has sixty tries over all logins', async () => {
  const { enter, prime } = await setUp();
  await prime('loginClient', 60);
  await expect(enter(password)).rejects.toThrow('limit.attempts');
});

test.concurrent('a success forgets the failures of its login, but washes its client not clean', async () => {
  const { enter, prime, counted } = await setUp();
  await prime('login', 5);
  await prime('loginClient', 30);
  await enter(password);
  expect([await counted('login'), await counted('loginClient')]).toEqual([0, 30]);
});

test.concurrent('each further try waits longer', async () => {
  const { enter } = await setUp();
  const waited = async () => {
    const began = performance.now();
    await enter('wrong').catch(() => undefined);
    return performance.now() - began;
  };
  const [, second, third] = [await waited(), await waited(), await waited()];
  expect(second).toBeGreaterThan(245);
  expect(third).toBeGreaterThan(495);
});

test.concurrent('logins that nobody has are counted alike', async () => {
  const { ctx } = await setUp();
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => signIn(ctx, { account: 'nobody-at-all', password })),
  );
  expect(outcomes(results)).toEqual({ 'auth.loginFailed': 10, 'limit.attempts': 20 });
});
