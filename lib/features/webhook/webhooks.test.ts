import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Context, UserContext } from '@/lib/server/context';
import { newId } from '@/lib/server/ids';
import { createAccount } from '@/lib/server/services/account/create';
import { recordDownload } from '@/lib/server/services/download/record';
import { openShare } from '@/lib/server/services/open/open-share';
import { blockShare } from '@/lib/server/services/oversight/block-share';
import { publishShare, publishWithin, unpublishShare } from '@/lib/server/services/share/publish';
import { removeShare } from '@/lib/server/services/share/remove';
import { receiveWebhooks, signatureOf, signaturesOf } from '@/testing/network/webhook-receiver';
import { draftShare, inNewSession, openContext, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { nextWebhook } from './due';
import { recordEnds } from './ends';
import { retryMs, sendWebhooks } from './send';
import {
  changeWebhook,
  createWebhook,
  listAttempts,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  sendAgain,
  testWebhook,
} from './webhooks';

let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());

const hour = 3_600_000;
const day = 24 * hour;
const password = 'a long password';
const newLogin = () => `new${newId().toLowerCase()}`;
const noProof = { password: null, passwordCookie: null, visitCookie: null };
const config = configWith({ WEBHOOK_HOSTS: '127.0.0.0/8' });

async function receiver(
  status: (count: number) => number | Promise<number> = () => 200,
  headers: Record<string, string> = {},
) {
  const hook = await receiveWebhooks(status, { headers });
  onTestFinished(hook.close);
  return { ...hook, events: () => hook.received.map(({ body }) => JSON.parse(body)) };
}

const at = <C extends Context>(ctx: C, ms: number): C => ({ ...ctx, now: new Date(ctx.now.getTime() + ms) });
type Fields = Parameters<typeof createWebhook>[1];
/** Without a password here, a session that has just begun proves the owner. */
const noPassword = { source: 'extern' };
const fieldsFor = (url: string, over: Partial<Fields> = {}): Fields => ({
  url,
  events: [
    'share.published',
    'share.firstOpened',
    'download.completed',
    'limit.reached',
    'share.ending',
    'share.ended',
  ],
  format: 'json',
  withLinks: false,
  enabled: true,
  password: '',
  code: '',
  ...over,
});

async function owner(url: string, over: Partial<Fields> = {}, account: { admin?: boolean } = {}) {
  await database.db.webhook.deleteMany();
  const plain = await userContext({
    db: database.db,
    config,
    now: new Date(Date.now() + 60_000),
    ...noPassword,
    ...account,
  });
  const ctx = await inNewSession(plain);
  return { ctx, ...(await createWebhook(ctx, fieldsFor(url, over))) };
}

async function published(ctx: UserContext, over: { maxViews?: number } = {}) {
  const { id: shareId } = await draftShare(ctx, { name: 'Hafen', validityMs: 7 * day, ...over });
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: true });
  return { shareId, linkId };
}

test('events of a share are sent in order, signed, and without its link', async () => {
  const { url, received, events } = await receiver();
  const { ctx, secret } = await owner(url);
  const { shareId, linkId } = await published(ctx, { maxViews: 1 });
  await openShare(openContext({ db: ctx.db, now: ctx.now }), linkId, noProof);
  const whole = {
    sizeBytes: 9,
    sentBytes: 9,
    isWhole: true,
    isRange: false,
    hasEnd: true,
    startedAt: ctx.now,
  };
  const visitor = openContext({ db: ctx.db, now: ctx.now });
  await recordDownload(visitor, { shareId, fileId: null, visitId: null }, whole);
  await recordDownload(ctx, { shareId, fileId: null, visitId: null }, whole);
  await unpublishShare(ctx, { shareId });
  await publishShare(ctx, { shareId, reuseId: true });
  await removeShare(ctx, { shareId });
  expect(await sendWebhooks(ctx)).toBe(7);
  const types = events().map(({ type }) => type);
  const once = ['download.completed', 'limit.reached', 'share.firstOpened'];
  expect(types.sort()).toEqual(
    [...once, 'share.ended', 'share.ended', 'share.published', 'share.published'].sort(),
  );
  for (const one of received) {
    expect(signaturesOf(one)).toEqual([signatureOf(one, secret)]);
    expect(one.body).not.toContain(linkId);
  }
  expect(events()[0].data).toMatchObject({ share: shareId, name: 'Hafen' });
});

test('an event is written with what it tells of or not at all', async () => {
  const { url } = await receiver();
  const { ctx } = await owner(url);
  const { id: shareId } = await draftShare(ctx);
  const broken = ctx.db.$transaction(async (tx) => {
    await publishWithin(ctx, tx, { shareId, reuseId: true });
    expect(await tx.webhookDelivery.count()).toBe(1);
    throw new Error('power cut');
  });
  await expect(broken).rejects.toThrow('power cut');
  expect(await ctx.db.webhookDelivery.count()).toBe(0);
});

test('the end of a link that is open is told with its reason, and no other end', async () => {
  const { url, events } = await receiver();
  const { ctx } = await owner(url, { events: ['share.ended'] });
  const [withdrawn, deleted, blocked, draft] = await Promise.all([
    published(ctx),
    published(ctx),
    published(ctx),
    draftShare(ctx).then(({ id }) => ({ shareId: id })),
  ]);
  await unpublishShare(ctx, withdrawn);
  await removeShare(ctx, withdrawn);
  await removeShare(ctx, deleted);
  await blockShare(ctx, { shareId: blocked.shareId, reason: 'Copies' });
  await removeShare(ctx, blocked);
  await removeShare(ctx, draft);
  await sendWebhooks(ctx);
  const told = events().map(({ data }) => [data.share, data.reason]);
  expect(told.sort()).toEqual(
    [
      [withdrawn.shareId, 'withdrawn'],
      [deleted.shareId, 'deleted'],
      [blocked.shareId, 'takenDown'],
    ].sort(),
  );
});

test('ends are told once for each date, among nodes, too', async () => {
  const { url, events } = await receiver();
  const { ctx } = await owner(url, { events: ['share.ending', 'share.ended'] });
  await published(ctx);
  for (const ms of [0, 5 * day, 5 * day + 1, 7 * day, 7 * day + 1])
    await Promise.all([nextWebhook(at(ctx, ms)), nextWebhook(at(ctx, ms))]);
  await sendWebhooks(at(ctx, 8 * day));
  expect(events()).toMatchObject([
    { type: 'share.ending' },
    { type: 'share.ended', data: { reason: 'expired' } },
  ]);
});

test('an end is told after days without a server, and none from before the webhook', async () => {
  const { url, events } = await receiver();
  const { ctx, id } = await owner(url, { events: ['share.published'] });
  await published(ctx);
  await sendWebhooks(ctx);
  const late = at(ctx, 8 * day);
  await changeWebhook(late, { id, ...fieldsFor(url, { events: ['share.ended'] }) });
  await published(late);
  await nextWebhook(at(late, 20 * day));
  await sendWebhooks(at(late, 20 * day));
  expect(events().map(({ type }) => type)).toEqual(['share.published', 'share.ended']);
});

test('a failed event comes again with the same id after each pause, and no more after the last', async () => {
  const { url, received } = await receiver(() => 500);
  const { ctx, id } = await owner(url);
  await published(ctx);
  let ms = 0;
  for (const pause of [...retryMs, day]) {
    await sendWebhooks(at(ctx, ms));
    await sendWebhooks(at(ctx, ms + pause - 1));
    ms += pause;
  }
  expect(received).toHaveLength(retryMs.length + 1);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const { items } = await listAttempts(ctx, { id });
  expect(items[0]).toMatchObject({ status: 500, failure: 'status', next: null });
});

test('an event that is sent again by hand begins its pauses anew', async () => {
  const { url } = await receiver(() => 500);
  const { ctx, id } = await owner(url);
  await published(ctx);
  for (const ms of [0, hour, 2 * hour]) await sendWebhooks(at(ctx, ms));
  const lastPause = async () => {
    const [last] = (await listAttempts(ctx, { id })).items;
    return (last?.next ?? 0) - (last?.at ?? 0);
  };
  expect(await lastPause()).toBe(retryMs[2]);
  const again = at(ctx, 3 * hour);
  await sendAgain(again, { id, delivery: (await listAttempts(ctx, { id })).items[0]?.delivery ?? '' });
  await sendWebhooks(again);
  expect(await lastPause()).toBe(retryMs[0]);
});

test('nothing but what one’s own webhook was to be told is sent again', async () => {
  const { url } = await receiver(() => 500);
  const { ctx, id } = await owner(url);
  await published(ctx);
  await sendWebhooks(ctx);
  const delivery = (await listAttempts(ctx, { id })).items[0]?.delivery ?? '';
  const other = await inNewSession(await userContext({ db: ctx.db, config, now: ctx.now, ...noPassword }));
  const { id: otherId } = await createWebhook(other, fieldsFor(url));
  const dueAt = async () =>
    (await ctx.db.webhookDelivery.findUniqueOrThrow({ where: { id: delivery } })).dueAt;
  const before = await dueAt();
  const again = sendAgain(at(other, 1000), { id: otherId, delivery });
  await expect(again).rejects.toMatchObject({ code: 'webhook.notFound' });
  expect(await dueAt()).toEqual(before);
});

test('five days of failure turn it off with a notice; a change gives it another chance', async () => {
  const { url } = await receiver(() => 500);
  const { ctx, id } = await owner(url);
  const mail = { mail: {} as NonNullable<Context['mail']> };
  await published(ctx);
  await sendWebhooks({ ...ctx, ...mail });
  await testWebhook(ctx, { id });
  await sendWebhooks({ ...at(ctx, 5 * day - hour), ...mail });
  expect((await listWebhooks(ctx)).items[0]?.enabled).toBe(true);
  await sendAgain(ctx, { id, delivery: (await listAttempts(ctx, { id })).items[0]?.delivery ?? '' });
  await sendWebhooks({ ...at(ctx, 5 * day), ...mail });
  expect((await listWebhooks(ctx)).items[0]?.enabled).toBe(false);
  expect(await ctx.db.notice.findMany({ where: { id } })).toMatchObject([{ kind: 'webhookOff' }]);
  await expect(testWebhook(ctx, { id })).rejects.toMatchObject({ code: 'webhook.off' });
  await changeWebhook(ctx, { id, ...fieldsFor(url) });
  expect((await listWebhooks(ctx)).items[0]).toMatchObject({ enabled: true, failingSince: null });
});

test('a test that fails doesn’t count as failure: nothing real was missed', async () => {
  const { url } = await receiver(() => 500);
  const { ctx, id } = await owner(url);
  for (const ms of [0, 5 * day]) {
    await testWebhook(ctx, { id });
    await sendWebhooks(at(ctx, ms));
    expect((await listWebhooks(ctx)).items[0]).toMatchObject({ enabled: true, failingSince: null });
  }
  expect((await listAttempts(ctx, { id })).items).toMatchObject([
    { failure: 'status' },
    { failure: 'status' },
  ]);
});

test('a secret that is rotated while an event waits signs beside the new one for 24 hours', async () => {
  const { url, received } = await receiver();
  const { ctx, id, secret } = await owner(url);
  await testWebhook(ctx, { id });
  const { secret: next } = await rotateSecret(ctx, { id });
  await sendWebhooks(at(ctx, day - 1));
  await testWebhook(ctx, { id });
  await sendWebhooks(at(ctx, day));
  const [first, second] = received;
  if (!first || !second) throw new Error('Nothing has come.');
  expect(signaturesOf(first)).toEqual([signatureOf(first, next), signatureOf(first, secret)]);
  expect(signaturesOf(second)).toEqual([signatureOf(second, next)]);
  expect(JSON.stringify(await ctx.db.webhook.findMany())).not.toContain(secret.slice(6));
});

test('nothing leaves without a signature', async () => {
  const { url, received } = await receiver();
  const { ctx, id } = await owner(url);
  await ctx.db.webhook.update({ where: { id }, data: { secret: 'sealed.elsewhere' } });
  await testWebhook(ctx, { id });
  expect(await sendWebhooks(ctx)).toBe(0);
  expect(received).toEqual([]);
});

test.each([
  ['disabled', { state: 'Disabled' }],
  ['being deleted', { deletingAt: new Date() }],
] as const)('webhooks of an account that is %s are silent at once', async (_, data) => {
  const { url, received } = await receiver();
  const { ctx, id } = await owner(url);
  await testWebhook(ctx, { id });
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data });
  await published(ctx);
  expect(await sendWebhooks(ctx)).toBe(0);
  expect(received).toEqual([]);
  expect(await ctx.db.webhookDelivery.count()).toBe(1);
});

test('events of admins come to admins alone, and not after they are none', async () => {
  const { url, events } = await receiver();
  const { ctx } = await owner(url, { events: ['account.created'] }, { admin: true });
  const create = () => createAccount(ctx, { login: newLogin(), password, state: 'Active', admin: false });
  await createAccount(ctx, { login: 'newcomer', password, state: 'Active', admin: false });
  await createAccount(ctx, { login: 'disabled', password, state: 'Disabled', admin: false });
  await sendWebhooks(ctx);
  expect(events()).toMatchObject([{ type: 'account.created', data: { login: 'newcomer' } }]);
  await create();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { admin: false } });
  await create();
  await sendWebhooks(ctx);
  expect(events()).toHaveLength(1);
  expect(await nextWebhook(ctx)).toBeNull(); // nothing that nobody takes wakes the job
  const member = await inNewSession(await userContext({ db: ctx.db, config, ...noPassword }));
  await expect(createWebhook(member, fieldsFor(url, { events: ['account.created'] }))).rejects.toMatchObject({
    values: { field: 'events' },
  });
});

test('concurrent changes, tests and deletions each are done or find nothing', async () => {
  const { url } = await receiver();
  const { ctx, id } = await owner(url);
  const calls = Array.from({ length: 5 }, () => [
    removeWebhook(ctx, { id }),
    changeWebhook(ctx, { id, ...fieldsFor(url) }),
    rotateSecret(ctx, { id }),
    testWebhook(ctx, { id }),
  ]).flat();
  const failed = (await Promise.allSettled(calls)).flatMap((each) =>
    each.status === 'rejected' ? [each.reason.code] : [],
  );
  expect(new Set(failed)).toEqual(new Set(['webhook.notFound']));
});

test('a webhook that is deleted while its event is being sent leaves nothing', async () => {
  let remove = async () => undefined as unknown;
  const { url } = await receiver(() => remove().then(() => 200));
  const { ctx, id } = await owner(url);
  remove = () => removeWebhook(ctx, { id });
  await testWebhook(ctx, { id });
  await sendWebhooks(ctx);
  expect(await ctx.db.webhookAttempt.count()).toBe(0);
});

test.each([
  ['ftp://example.org', { values: { field: 'url' } }],
  ['not a url', { values: { field: 'url' } }],
  ['https://ada:secret@8.8.8.8', { values: { field: 'url' } }],
  ['http://10.0.0.1', { code: 'webhook.address' }],
])('%s is refused', async (url, refusal) => {
  const ctx = await inNewSession(await userContext({ db: database.db, config, ...noPassword }));
  await expect(createWebhook(ctx, fieldsFor(url))).rejects.toMatchObject(refusal);
});

test('nobody reaches the webhooks of others', async () => {
  const { url } = await receiver();
  const { ctx, id } = await owner(url);
  const stranger = await userContext({ db: ctx.db, admin: true, config });
  const refusal = { code: 'webhook.notFound' };
  await expect(changeWebhook(stranger, { id, ...fieldsFor(url) })).rejects.toMatchObject(refusal);
  await expect(removeWebhook(stranger, { id })).rejects.toMatchObject(refusal);
  await expect(rotateSecret(stranger, { id })).rejects.toMatchObject(refusal);
  await expect(testWebhook(stranger, { id })).rejects.toMatchObject(refusal);
  await expect(sendAgain(stranger, { id, delivery: 'x' })).rejects.toMatchObject(refusal);
  await expect(listAttempts(stranger, { id })).rejects.toMatchObject(refusal);
  expect((await listWebhooks(stranger)).items).toEqual([]);
});

/** Would be a link under our name, where Markdown counts. */
const masked = '[Hafen](x.org) <a>';
const plainSentence = '“\\[Hafen\\]\\(x.org\\) \\<a\\>” is published.';

test.each([
  ['ntfy', 'text/plain; charset=utf-8', `“${masked}” is published.`],
  [
    'slack',
    'application/json',
    JSON.stringify({
      text: `“${masked.replace(/[<>]/g, (sign) => (sign === '<' ? '&lt;' : '&gt;'))}” is published.`,
      mrkdwn: false,
    }),
  ],
  [
    'discord',
    'application/json',
    JSON.stringify({ content: plainSentence, allowed_mentions: { parse: [] } }),
  ],
  ['gotify', 'application/json', JSON.stringify({ title: 'Slipway', message: `“${masked}” is published.` })],
  ['matrix', 'application/json', JSON.stringify({ text: plainSentence, username: 'Slipway' })],
  [
    'telegram',
    'application/json',
    JSON.stringify({ text: `“${masked}” is published.`, link_preview_options: { is_disabled: true } }),
  ],
] as const)(
  '%s gets a sentence in its own shape, in which a name is no link and one line',
  async (format, type, body) => {
    const { url, received } = await receiver();
    const { ctx } = await owner(url, { format });
    const { id: shareId } = await draftShare(ctx, { name: masked.replace(' ', '\n') });
    await publishShare(ctx, { shareId, reuseId: true });
    await sendWebhooks(ctx);
    expect(received).toMatchObject([{ headers: { 'content-type': type }, body }]);
  },
);

test('no event is lost or unsigned while half of the deliveries fail and two nodes send', async () => {
  const seen = new Set<string>();
  const { url, received } = await receiver((count) => {
    const id = String(received[count - 1]?.headers['webhook-id']);
    const isFirst = !seen.has(id);
    seen.add(id);
    return isFirst && Number(id.slice(4)) % 2 === 0 ? 500 : 200;
  });
  const { ctx, id, secret } = await owner(url);
  await ctx.db.$executeRaw`
    INSERT INTO "WebhookDelivery" ("id", "webhookId", "event", "data", "dueAt")
    SELECT 'evt_' || n, ${id}, 'share.ended', '{}', now() FROM generate_series(1, 60) n`;
  for (const ms of [0, hour]) await Promise.all([sendWebhooks(at(ctx, ms)), sendWebhooks(at(ctx, ms))]);
  expect(await ctx.db.webhookDelivery.count({ where: { dueAt: { not: null } } })).toBe(0);
  expect([received.length, seen.size]).toEqual([90, 60]);
  expect(received.every((one) => signaturesOf(one).includes(signatureOf(one, secret)))).toBe(true);
});

test('Teams gets a card, with the link as its button', async () => {
  const { url, events } = await receiver();
  const { ctx } = await owner(url, { format: 'teams', withLinks: true });
  const { linkId } = await published(ctx);
  await sendWebhooks(ctx);
  expect(events()[0].attachments[0].content).toMatchObject({
    type: 'AdaptiveCard',
    body: [{ type: 'TextBlock', text: '“Hafen” is published.' }],
    actions: [{ type: 'Action.OpenUrl', url: `https://files.example.org/app/open/${linkId}` }],
  });
});

test('a receiver that is gone (410) turns its webhook off at once, with a mail', async () => {
  const { url } = await receiver(() => 410);
  const { ctx, id } = await owner(url);
  await published(ctx);
  await sendWebhooks({ ...ctx, mail: {} as NonNullable<Context['mail']> });
  expect((await listWebhooks(ctx)).items).toMatchObject([{ enabled: false }]);
  expect(await ctx.db.notice.findMany({ where: { id } })).toMatchObject([{ kind: 'webhookOff' }]);
});

test.each([
  ['2', 5],
  ['600', 600],
  ['86400', 3600],
  ['never', 5],
])('after Retry-After: %s an event comes again in %i seconds', async (text, seconds) => {
  const { url } = await receiver(() => 503, { 'retry-after': text });
  const { ctx, id } = await owner(url);
  await published(ctx);
  await sendWebhooks(ctx);
  const [first] = (await listAttempts(ctx, { id })).items;
  expect((first?.next ?? 0) - (first?.at ?? 0)).toBe(seconds * 1000);
});

test('times are written with three decimals and Z', async () => {
  const { url, events } = await receiver();
  const { ctx } = await owner(url);
  const { id: shareId } = await draftShare(ctx, { name: 'Hafen', validityMs: 7 * day });
  const whole = { ...ctx, now: new Date('2026-11-28T09:00:00.000Z') };
  await publishShare(whole, { shareId, reuseId: true });
  await sendWebhooks(ctx);
  const soon = { ...ctx, now: new Date('2026-12-04T09:00:00.000Z') };
  await recordEnds(soon); // PostgreSQL writes the time of this one
  await sendWebhooks(soon);
  expect(events()).toMatchObject([
    { type: 'share.published', data: { until: '2026-12-05T09:00:00.000Z' } },
    { type: 'share.ending', data: { until: '2026-12-05T09:00:00.000Z' } },
  ]);
  expect(events()[0].timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
});

test('a test is tried once, and there are 30 in an hour, those sent again included', async () => {
  const { url, received } = await receiver(() => 500);
  const made = await owner(url);
  const ctx = { ...made.ctx, config: configWith({ WEBHOOK_HOSTS: '127.0.0.0/8', RATE_LIMITS: 'on' }) };
  const { id } = made;
  await testWebhook(ctx, { id });
  await sendWebhooks(ctx);
  await sendWebhooks(at(ctx, day));
  expect(received).toHaveLength(1);
  const delivery = (await listAttempts(ctx, { id })).items[0]?.delivery ?? '';
  for (let count = 1; count < 30; count++) await sendAgain(ctx, { id, delivery });
  await expect(sendAgain(ctx, { id, delivery })).rejects.toMatchObject({ code: 'limit.attempts' });
  await expect(testWebhook(ctx, { id })).rejects.toMatchObject({ code: 'limit.attempts' });
});
