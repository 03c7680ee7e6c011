import { afterAll, expect, test, vi } from 'vitest';
import { config } from '@/lib/server/config';
import { closeNotifications, isPresent } from '@/lib/server/db/notifications';
import { userContext } from '@/testing/service/context';
import { changeSettings } from './change';
import { followSettings } from './stored';

vi.stubEnv('MAX_SIZE', ''); // nothing but what is stored says it
const ctx = await userContext({ admin: true, config: config() });

afterAll(async () => {
  await ctx.db.setting.deleteMany({ where: { key: 'MAX_SIZE' } });
  await closeNotifications();
});

test('a node hears of changed settings at once, not when it looks next', async () => {
  const heard = new Promise<string | undefined>((resolve) => {
    followSettings(
      () => ctx,
      ({ texts }) => resolve(texts.MAX_SIZE),
      3_600_000,
    );
  });
  await expect.poll(isPresent).toBe(true);
  await changeSettings(ctx, { changes: [{ name: 'MAX_SIZE', value: '3G' }] });
  expect(await heard).toBe('3G');
  expect(config().MAX_SIZE).toBe(3 * 1024 ** 3);
});
