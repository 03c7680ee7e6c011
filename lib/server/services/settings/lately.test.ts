import { expect, test } from 'vitest';
import { hashPassword } from '@/lib/server/auth/password';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { signIn } from '@/lib/server/services/session/sign-in';
import { inNewSession, openContext, userContext } from '@/testing/service/context';
import { setEmail } from './email';
import { listRecentEvents } from './lately';
import { changePassword } from './password';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('recent events of an account are listed newest first, without the address of an admin', async () => {
  const password = 'a horse in the harbour';
  const ctx = await inNewSession(await userContext({ passwordHash: await hashPassword(password) }));
  const boss = await userContext({ admin: true });
  const { id: accountId, login: account } = ctx.viewer;
  let seconds = 0;
  const next = () => new Date(ctx.now.getTime() + 1000 * ++seconds);
  const stranger = () => openContext({ now: next(), client: { address: '192.0.2.7', userAgent: firefox } });

  await signIn(stranger(), { account, password: 'guessed' }).catch(() => undefined);
  await signIn(stranger(), { account, password });
  await setEmail({ ...ctx, now: next() }, { email: 'ada@example.org', password });
  const change = { oldPassword: password, newPassword: 'another horse in the harbour' };
  await changePassword({ ...ctx, now: next() }, change);
  await changePassword({ ...ctx, now: next() }, change).catch(() => undefined);
  const wanted = { state: 'Active', admin: true, email: 'ada@example.org', password: null } as const;
  await modifyAccount({ ...boss, now: next() }, { accountId, ...wanted });

  const { items } = await listRecentEvents(ctx);
  expect(items.map(({ kind }) => kind)).toEqual([
    'byAdmin',
    'passwordRefused',
    'password',
    'email',
    'signIn',
    'wrongPassword',
  ]);
  expect(items[0]).toMatchObject({ address: null });
  expect(items[4]).toMatchObject({ browser: 'Firefox', system: 'Linux', address: '192.0.2.7' });
  expect(await listRecentEvents(boss)).toEqual({ items: [] });
});
