import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sendWebhooks } from '@/lib/features/webhook/send';
import { createWebhook } from '@/lib/features/webhook/webhooks';
import { receiveWebhooks } from '@/testing/network/webhook-receiver';
import { inNewSession, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { askPeople, newRound, sendFile, slotOf, tokenOf } from '@/testing/service/requests';
import { decideCell } from './decide';
import { noteSaved } from './person';
import { settleRequests } from './settle';

let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());

async function listening() {
  const hook = await receiveWebhooks(() => 200);
  onTestFinished(hook.close);
  const config = configWith({ WEBHOOK_HOSTS: '127.0.0.0/8' });
  const now = new Date(Date.now() + 60_000);
  const ctx = await inNewSession(await userContext({ db: database.db, config, now, source: 'extern' }));
  await createWebhook(ctx, {
    url: hook.url,
    events: ['request.received', 'request.complete'],
    format: 'json',
    withLinks: false,
    enabled: true,
    password: '',
    code: '',
  });
  const slots = [slotOf('ID card'), slotOf('Photo', { needed: false })];
  const made = await newRound(ctx, { slots, due: '2999-12-31' });
  const [request = ''] = await askPeople(ctx, made, [{ name: 'Ada', address: 'ada@example.org' }]);
  const token = await tokenOf(ctx, { aliasId: made.aliasId, request });
  async function heard() {
    const before = hook.received.length;
    for (let sent = 1; sent > 0; ) sent = await sendWebhooks(ctx);
    return hook.received.slice(before).map(({ body }) => JSON.parse(body));
  }
  return { ctx, ...made, request, token, heard };
}

const names = { person: 'Ada', request: 'Papers' };

test('a program hears of each thing once when it has come, and once that all that is needed is there', async () => {
  const { ctx, slots, token, heard, aliasId, request } = await listening();
  const { share } = await sendFile(ctx, { token, slot: slots[1] ?? '' });
  for (let n = 0; n < 2; n++) await noteSaved(ctx, { token });
  expect(await heard()).toMatchObject([
    { type: 'request.received', data: { ...names, slot: 'Photo', share, files: 1, size: 3 } },
  ]);
  await sendFile(ctx, { token, slot: slots[0] ?? '' });
  for (let n = 0; n < 2; n++) await noteSaved(ctx, { token });
  const both = await heard();
  expect(both.map(({ type }) => type).sort()).toEqual(['request.complete', 'request.received']);
  const complete = both.find(({ type }) => type === 'request.complete');
  expect(complete).toMatchObject({ data: names });
  expect(JSON.stringify(both)).not.toContain('ada@example.org');
  expect(JSON.stringify(both)).not.toContain(token);

  const wanted = {
    aliasId,
    request,
    slot: slots[0] ?? '',
    decision: 'again',
    reason: 'no',
    version: 0,
  } as const;
  await decideCell(ctx, wanted);
  expect(await heard()).toEqual([]);
  await sendFile(ctx, { token, slot: slots[0] ?? '', name: 'better.pdf' });
  await noteSaved(ctx, { token });
  expect((await heard()).map(({ type }) => type).sort()).toEqual(['request.complete', 'request.received']);
});

test('the event of a file waits for its scan, and never comes for an infected one', async () => {
  const { ctx, slots, token, heard } = await listening();
  const [waiting, infected] = [
    await sendFile(ctx, { token, slot: slots[0] ?? '', scan: 'pending' }),
    await sendFile(ctx, { token, slot: slots[1] ?? '', scan: 'pending' }),
  ];
  await noteSaved(ctx, { token });
  expect(await heard()).toEqual([]);
  await ctx.db.file.update({ where: { id: waiting.id }, data: { scan: 'clean' } });
  await ctx.db.file.update({ where: { id: infected.id }, data: { scan: 'infected' } });
  await settleRequests(ctx, ctx.db, null);
  expect((await heard()).map(({ type, data }) => [type, data.slot])).toEqual(
    expect.arrayContaining([
      ['request.received', 'ID card'],
      ['request.complete', undefined],
    ]),
  );
});
