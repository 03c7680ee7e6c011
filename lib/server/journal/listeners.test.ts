import { expect, test } from 'vitest';
import { Prisma } from '@/lib/server/db/generated/client';
import { draftShare, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import type { Listener } from './listener';
import { allListeners, checkedListeners, record } from './record';

const post = mailServer();

const mailedUser = async () => {
  const ctx = await userContext(post.over());
  const id = ctx.viewer.id;
  await ctx.db.account.update({ where: { id }, data: { email: `${id}@example.org` } });
  const rows = async () => ({
    audited: await ctx.db.auditEvent.count({ where: { objectId: id } }),
    mails: await ctx.db.notice.count({ where: { accountId: id } }),
  });
  const event = {
    event: 'settings.password',
    object: { type: 'account', id },
    mail: { accountId: id },
  } as const;
  return { ctx, id, event, rows };
};

test('an event and its mail are stored together, or neither is', async () => {
  const { ctx, event, rows } = await mailedUser();
  const broken = ctx.db.$transaction(async (tx) => {
    await record(ctx, event, tx);
    throw new Error('the change failed');
  });
  await expect(broken).rejects.toThrow('the change failed');
  expect(await rows()).toEqual({ audited: 0, mails: 0 });
  await ctx.db.$transaction((tx) => record(ctx, event, tx));
  expect(await rows()).toEqual({ audited: 1, mails: 1 });
});

test('nobody gets a mail of what was refused', async () => {
  const { ctx, event, rows } = await mailedUser();
  await record(ctx, { ...event, outcome: 'refused' });
  expect(await rows()).toEqual({ audited: 1, mails: 0 });
});

test('a warning goes to the address of that moment', async () => {
  const { ctx, id, event } = await mailedUser();
  await record(ctx, event);
  await ctx.db.account.update({ where: { id }, data: { email: 'thief@example.org' } });
  expect(await ctx.db.notice.findMany({ where: { accountId: id } })).toMatchObject([
    { kind: 'passwordChanged', address: `${id}@example.org` },
  ]);
});

test('a mail that is waiting is replaced by the one that holds now', async () => {
  const { ctx, id: accountId } = await mailedUser();
  const { id: shareId } = await draftShare(ctx);
  const mail = { id: shareId, accountId };
  await record(ctx, { event: 'share.block', shareId, payload: null, mail });
  await ctx.db.notice.updateMany({ where: { id: shareId }, data: { tries: 3 } });
  await record(ctx, { event: 'share.allow', shareId, mail });
  expect(await ctx.db.notice.findMany({ where: { accountId } })).toMatchObject([
    { id: shareId, kind: 'allowedAgain', tries: 0 },
  ]);
});

const listeners = allListeners();
const without = (hears: Listener['hears']) => listeners.filter((each) => each.hears !== hears);
const broken: Listener = {
  hears: 'mail',
  insert: () => {
    throw new Error('no words for it');
  },
};

test('a listener that is missing, or listed twice, is found at the start', () => {
  expect(() => checkedListeners(listeners)).not.toThrow();
  for (const { hears } of listeners) {
    expect(() => checkedListeners(without(hears))).toThrow(`0 listeners hear of events' ${hears}`);
    const twice = [...listeners, ...listeners.filter((each) => each.hears === hears)];
    expect(() => checkedListeners(twice)).toThrow(`2 listeners hear of events' ${hears}`);
  }
});

test('a change fails with a listener that throws, and everybody hears of it or nobody', async () => {
  const { ctx, event, rows } = await mailedUser();
  const heardBy = [...without('mail'), broken];
  const change = ctx.db.$transaction((tx) => record(ctx, event, tx, heardBy));
  await expect(change).rejects.toThrow('no words for it');
  expect(await rows()).toEqual({ audited: 0, mails: 0 });
});

test('events outside a change go on when a listener throws', async () => {
  const { ctx, event, rows } = await mailedUser();
  await record(ctx, event, null, [...without('mail'), broken]);
  expect(await rows()).toEqual({ audited: 0, mails: 0 });
});

test('a change fails with a listener that forgets its mail', async () => {
  const { ctx, event, rows } = await mailedUser();
  const heardBy = [...without('mail'), { hears: 'mail', insert: () => Prisma.empty } as const];
  await expect(ctx.db.$transaction((tx) => record(ctx, event, tx, heardBy))).rejects.toThrow('noticed0');
  expect(await rows()).toEqual({ audited: 0, mails: 0 });
});
