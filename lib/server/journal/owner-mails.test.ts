import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mailer } from '@/lib/server/mail/mailer';
import { setShareNotifications } from '@/lib/server/services/activity/notifications';
import { recordDownload } from '@/lib/server/services/download/record';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { openShare } from '@/lib/server/services/open/open-share';
import { setPreferences } from '@/lib/server/services/settings/preferences';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, noon, openContext, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());
beforeEach(() => database.db.notice.deleteMany());

const makeDue = () => database.db.$executeRaw`UPDATE "Notice" SET "dueAt" = now() - interval '1 second'`;

const nothing = { password: null, passwordCookie: null, visitCookie: null };
const sent = { sizeBytes: 9, sentBytes: 9, isWhole: true, isRange: false, hasEnd: true };

async function published({ maxViews = 2, language = 'de' } = {}) {
  const { db } = database;
  const owner = await userContext({ db });
  const email = `${owner.viewer.login}@example.org`;
  await db.account.update({ where: { id: owner.viewer.id }, data: { email, language } });
  const { id: shareId } = await draftShare(owner, { maxViews, name: 'Hafen' });
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: true });
  const visitor = openContext({ db, ...post.over() });
  let minutes = 0;
  const download = (over: object = {}) => {
    const startedAt = new Date(noon.getTime() + 60_000 * 2 * minutes++);
    return recordDownload(visitor, { shareId, fileId: null, visitId: null, ...over }, { ...sent, startedAt });
  };
  const open = () => openShare(visitor, linkId, nothing);
  const subjects = async () => {
    await sendNotices({ ...visitor, client: { address: null, userAgent: null } });
    return post.sink.for(email).map(({ email: mail }) => mail.subject);
  };
  const bodies = () => post.sink.for(email).map(({ email: mail }) => mail.text);
  return { owner, shareId, visitor, download, open, subjects, bodies };
}

test('nobody is told who has not chosen to be', async () => {
  const { download, open, subjects } = await published({ maxViews: 1 });
  await open();
  await download();
  expect(await subjects()).toEqual([]);
});

test('the first download is told once, in the owner’s language, and looking is none', async () => {
  const { owner, download, subjects } = await published();
  await setPreferences(owner, { tellFirst: true });
  await download({ isShown: true });
  expect(await subjects()).toEqual([]);
  await Promise.all([download(), download(), download()]);
  expect(await subjects()).toEqual(['„Hafen“ wurde heruntergeladen']);
  await download();
  expect(await subjects()).toHaveLength(1);
});

test('used-up views are told, to whom a share is set otherwise than all', async () => {
  const { owner, shareId, open, download, subjects } = await published();
  await setPreferences(owner, { tellFirst: true });
  await setShareNotifications(owner, { shareId, first: false, limit: true });
  await open();
  expect(await subjects()).toEqual([]);
  await open();
  await download();
  expect(await subjects()).toEqual(['Der Link von „Hafen“ ist aufgebraucht']);
});

test('every download is told, those of a quarter of an hour together', async () => {
  const { owner, shareId, download, subjects, bodies } = await published();
  await setShareNotifications(owner, { shareId, every: true });
  await download();
  await Promise.all([download(), download()]);
  const [waiting] = await database.db.notice.findMany({ where: { shareId } });
  const minutes = ((waiting?.dueAt.getTime() ?? 0) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThan(16);
  expect(await subjects()).toEqual([]);
  await makeDue();
  expect(await subjects()).toEqual(['Neue Downloads aus „Hafen“']);
  expect(bodies()).toEqual([expect.stringContaining('seit der letzten Nachricht: 3\n')]);
  await makeDue();
  expect(await subjects()).toHaveLength(1);
});

test('a download that comes while a mail is sent is in the next one', async () => {
  const { owner, shareId, visitor, download, subjects, bodies } = await published();
  await setShareNotifications(owner, { shareId, every: true });
  await download();
  await makeDue();
  const real = visitor.mail;
  const slow: Mailer = {
    send: async (mail) => {
      await download();
      await real?.send(mail);
    },
    check: async () => undefined,
    close: () => undefined,
  };
  expect(await sendNotices({ ...visitor, mail: slow })).toBe(1);
  await makeDue();
  expect(await subjects()).toHaveLength(2);
  expect(bodies()).toEqual([expect.stringContaining(': 1\n'), expect.stringContaining(': 1\n')]);
});

test('nothing waits to be mailed when no mail server is configured', async () => {
  const { owner, shareId, visitor, download } = await published();
  await setShareNotifications(owner, { shareId, first: true });
  visitor.mail = null;
  await download();
  expect(await database.db.notice.count()).toBe(0);
});
