import { expect, test } from 'vitest';
import { getPreferences, setPreferences } from '@/lib/server/services/settings/preferences';
import { userContext } from '@/testing/service/context';
import { refusalOf } from './refusal';

test('who was deleted in the middle of a request is nobody any more, and that is no failure of ours', async () => {
  const ctx = await userContext();
  await ctx.db.account.delete({ where: { id: ctx.viewer.id } });
  const request = { method: 'POST', url: '/api/v2/sec/settings/preferences', headers: new Headers() };
  for (const work of [getPreferences, (who: typeof ctx) => setPreferences(who, { theme: 'dark' })]) {
    const refusal = refusalOf(await work(ctx).catch((error: unknown) => error), request);
    expect([refusal.status, refusal.body.code]).toEqual([401, 'auth.required']);
  }
});
