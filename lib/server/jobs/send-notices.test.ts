import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mailer, NotSent } from '@/lib/server/mail/mailer';
import { draftShare, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { sendNotices } from './notices';

let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());

const away: Mailer = {
  send: () => Promise.reject(new NotSent(null, {})),
  check: async () => undefined,
  close: () => undefined,
};
const minutesLeft = async () => {
  const { dueAt } = await database.db.job.findUniqueOrThrow({ where: { name: 'send notices' } });
  return Math.round((dueAt.getTime() - Date.now()) / 60_000);
};

test('the job comes back for notices that wait, long before its interval, and for nothing else', async () => {
  const { db } = database;
  const ctx = { ...(await userContext({ db, now: new Date() })), mail: away };
  const accountId = ctx.viewer.id;
  await db.account.update({ where: { id: accountId }, data: { email: 'grace@example.com' } });
  const { id: shareId } = await draftShare(ctx);
  const inAnHour = new Date(Date.now() + 3_600_000);
  await db.job.create({ data: { name: 'send notices', dueAt: inAnHour } });
  await sendNotices(ctx);
  expect(await minutesLeft()).toBe(60);

  await db.notice.create({ data: { id: ctx.newId(), shareId, accountId, dueAt: new Date(0) } });
  await sendNotices(ctx);
  expect(await minutesLeft()).toBe(1);
});
