import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Context } from '@/lib/server/context';
import { composeAccountMail } from '@/lib/server/services/notice/account-mail';
import { noon, openContext, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { lackOfSpace, watchSpace } from './watch-space';

let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

const hour = 3_600_000;

/** A server whose disk has too little room, and one that has enough. */
async function installation() {
  const { db } = own;
  await db.setting.deleteMany({ where: { key: 'space' } });
  await db.notice.deleteMany();
  await db.account.deleteMany();
  const mail = { send: async () => undefined } as unknown as Context['mail'];
  const warn = vi.fn();
  const log = Object.assign(Object.create(openContext().log), { warn });
  const over = { db, mail, log };
  const at = (floor: string) => (laterMs: number) =>
    openContext({
      ...over,
      config: configWith({ MIN_FREE_DISK: floor }),
      now: new Date(noon.getTime() + laterMs),
    });
  const admin = await userContext({ ...over, admin: true, email: 'ada@example.org' });
  const member = await userContext({ ...over, email: 'bob@example.org' });
  const notices = () => db.notice.findMany({ where: { kind: 'diskLow' } });
  return { full: at('99%'), roomy: at('1'), admin, member, notices, warn };
}

test('admins, and nobody else, are mailed once a day that the disk is nearly full', async () => {
  const { full, admin, notices } = await installation();
  await Promise.all([0, 1, 2].map((ms) => watchSpace(full(ms))));
  const [notice, ...more] = await notices();
  expect([notice?.accountId, more]).toEqual([admin.viewer.id, []]);
  const mail = notice && (await composeAccountMail(full(0), notice));
  expect(mail?.to).toBe('ada@example.org');
  expect(mail?.text).toMatch(/nearly full: \d.* free in \//);
  await watchSpace(full(23 * hour));
  expect(await notices()).toHaveLength(1);
  await watchSpace(full(25 * hour));
  expect(await notices()).toHaveLength(2);
});

test('the log warns of it once an hour', async () => {
  const { full, warn } = await installation();
  const far = 400 * hour;
  for (const minutes of [0, 1, 30, 59, 61]) await watchSpace(full(far + minutes * 60_000));
  expect(warn).toHaveBeenCalledTimes(2);
});

test('admins see it while it lasts, others never', async () => {
  const { full, admin, member } = await installation();
  const later = (ctx: typeof admin, laterMs: number) => ({ ...ctx, now: new Date(noon.getTime() + laterMs) });
  expect(await lackOfSpace(admin)).toBeNull();
  await watchSpace(full(0));
  expect(await lackOfSpace(later(admin, 60_000))).toMatchObject({ freeBytes: expect.any(Number) });
  expect(await lackOfSpace(later(member, 60_000))).toBeNull();
  expect(await lackOfSpace(later(admin, 10 * 60_000))).toBeNull();
});

test('a disk with room is nothing to tell', async () => {
  const { roomy, admin, notices, warn } = await installation();
  await watchSpace(roomy(0));
  expect([await lackOfSpace(admin), await notices(), warn.mock.calls]).toEqual([null, [], []]);
});
