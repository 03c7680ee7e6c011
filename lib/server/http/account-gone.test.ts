import { expect, test } from 'vitest';
import { getPreferences, setPreferences } from '@/lib/server/services/settings/preferences';
import { userContext } from '@/testing/service/context';
import { refusalOf } from './refusal';

test('a person deleted during a request becomes a stranger, and the answer is no server error', async () => {
  const ctx = await userContext();
  await ctx.db.account.delete({ where: { id: ctx.viewer.id } });
  const request = { method: 'POST', url: '/api/v2/sec/settings/preferences', headers: new Headers() };
  for (const work of [getPreferences, (who: typeof ctx) => setPreferences(who, { theme: 'dark' })]) {
    const refusal = refusalOf(await work(ctx).catch((error: unknown) => error), request);
    expect([refusal.status, refusal.body.code]).toEqual([401, 'auth.required']);
  }
});
