import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { draftShare, later, newAliasPass, noon, ownAlias, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { announceDeliveries } from './announce-deliveries';
import { notifyReceivers } from './notify-receivers';
import { sendNotices } from './send-notices';

const post = mailServer();
const hour = 3600;

let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

type SentDelivery = { description?: string; arrived?: number[]; begun?: number };

/** An inbox with one delivery from noon on. @param arrived, begun seconds after it at which files arrived or grew last */
async function inbox({ description, arrived = [], begun }: SentDelivery = {}, env = {}) {
  const owner = await userContext({ db: own.db, ...post.over(env) });
  const email = `${owner.viewer.login}@example.com`;
  await own.db.account.update({ where: { id: owner.viewer.id }, data: { email } });
  const alias = await ownAlias(owner);
  const { id: shareId } = await draftShare(owner, { name: null, ...(description && { description }) });
  await own.db.share.update({ where: { id: shareId }, data: { aliasId: alias.id } });
  for (const seconds of arrived) await addFile(owner, shareId, seconds);
  if (begun !== undefined) await beginFile(owner, shareId, begun);
  const mails = () => post.sink.for(email).length;
  return { owner, alias, shareId, mails };
}

const fileRow = (ctx: UserContext, shareId: string) => ({
  id: ctx.newId(),
  shareId,
  name: 'plans.txt',
  sizeBytes: 9,
  mimeType: 'text/plain',
  createdAt: noon,
});

async function addFile(ctx: UserContext, shareId: string, seconds: number) {
  const completedAt = later(ctx, seconds).now;
  const crc32 = '00000000';
  const row = { ...fileRow(ctx, shareId), state: 'complete', storedBytes: 9, crc32, completedAt } as const;
  await own.db.file.create({ data: row });
}

async function beginFile(ctx: UserContext, shareId: string, seconds: number) {
  const updatedAt = later(ctx, seconds).now;
  const upload = { create: { updatedAt, expiresAt: later(ctx, 99 * hour).now } };
  await own.db.file.create({ data: { ...fileRow(ctx, shareId), upload } });
}

/** Runs both jobs. @param seconds after noon */
async function announce(ctx: UserContext, seconds: number): Promise<void> {
  await announceDeliveries(later(ctx, seconds));
  await sendNotices(ctx);
}

test('owners hear of a delivery whose sender left, 15 minutes after its last file, and once', async () => {
  const { owner, mails } = await inbox({ arrived: [10, 600] });
  await announce(owner, 1499);
  expect(mails()).toBe(0);
  for (const seconds of [1500, 5 * hour]) await announce(owner, seconds);
  expect(mails()).toBe(1);
});

test('a delivery is announced even if one of its files hasn’t grown for an hour', async () => {
  const { owner, mails } = await inbox({ arrived: [10], begun: 2 * hour });
  await announce(owner, 2 * hour + 60);
  expect(mails()).toBe(0);
  await announce(owner, 3 * hour);
  expect(mails()).toBe(1);
});

test('a delivery of a note alone is announced; an empty one, an album’s and a week-old one are not', async () => {
  const note = await inbox({ description: 'Hello' });
  const others = [await inbox(), await inbox({ begun: 5 }), await inbox({ arrived: [5] })];
  const album = others[2];
  await own.db.alias.update({
    where: { id: album?.alias.id ?? '' },
    data: { albumId: album?.shareId ?? '' },
  });
  await announce(note.owner, 2 * hour);
  expect([note, ...others].map(({ mails }) => mails())).toEqual([1, 0, 0, 0]);

  const old = await inbox({ arrived: [5] });
  await announce(old.owner, 7 * 24 * hour);
  expect(old.mails()).toBe(0);
});

test('a delivery that the sender’s browser announced isn’t announced again; what came after it is', async () => {
  const { owner, alias, shareId, mails } = await inbox({ arrived: [10] });
  const sender = {
    ...(await newAliasPass(owner, alias.id)),
    db: own.db,
    mail: owner.mail,
    config: owner.config,
  };
  await notifyReceivers(later(sender, 20), { shareId });
  await announce(owner, 2 * hour);
  expect(mails()).toBe(1);

  await notifyReceivers(later(sender, 2 * hour), { shareId });
  await sendNotices(owner);
  expect(mails()).toBe(1);
  await addFile(owner, shareId, 2 * hour);
  await notifyReceivers(later(sender, 2 * hour + 5), { shareId });
  await sendNotices(owner);
  expect(mails()).toBe(2);
});

test('notices that nobody could get are not sent later', async () => {
  const { owner, shareId } = await inbox({ arrived: [10] }, { SMTP_URL: '' });
  await announceDeliveries(later(owner, 2 * hour));
  const { notifiedAt } = await own.db.share.findUniqueOrThrow({ where: { id: shareId } });
  expect(notifiedAt).toEqual(later(owner, 2 * hour).now);
});

test('notices that failed by accident are sent by the next run', async () => {
  const { owner, mails } = await inbox({ arrived: [10] });
  const newId = () => {
    throw new Error('no luck');
  };
  await announceDeliveries({ ...later(owner, 2 * hour), newId });
  await announce(owner, 3 * hour);
  expect(mails()).toBe(1);
});
