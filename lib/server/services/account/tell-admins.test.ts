import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { applyAdmission } from './apply-admission';
import { createAccount } from './create';
import { changeByOperator, modifyAccount } from './modify';

const post = mailServer();
let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());
beforeEach(() => own.db.notice.deleteMany());

const plain = { state: 'Active', admin: false } as const;

const ways: Record<string, (ctx: UserContext, other: UserContext) => Promise<unknown>> = {
  'an admin who promotes it': (ctx, other) =>
    modifyAccount(ctx, { ...plain, admin: true, accountId: other.viewer.id }),
  'an operator': (ctx, other) =>
    changeByOperator({ ...ctx, viewer: null }, other.viewer.login, { admin: true }),
  'its provider': async (ctx, other) => {
    const account = await own.db.account.findUniqueOrThrow({ where: { id: other.viewer.id } });
    return applyAdmission(ctx, account, { groups: ['admins'], isAdmin: true, refusal: null });
  },
};

async function admin() {
  const ctx = await userContext({ db: own.db, admin: true, ...post.over() });
  const email = `${ctx.viewer.login}@example.org`;
  await own.db.account.update({ where: { id: ctx.viewer.id }, data: { email } });
  const mails = async () => {
    await sendNotices(ctx);
    return post.sink.for(email).map(({ email: mail }) => mail);
  };
  return { ctx, mails };
}

test.each(Object.keys(ways))('an account made an admin by %s is told to the admins, once', async (way) => {
  const { ctx, mails } = await admin();
  const other = await userContext({ db: own.db });
  await ways[way]?.(ctx, other);
  await modifyAccount(ctx, { ...plain, admin: true, accountId: other.viewer.id });
  const told = await mails();
  expect(told.map(({ subject }) => subject)).toEqual([`${other.viewer.login} is an admin now`]);
  expect(told[0]?.text).toContain(`/app/account/${other.viewer.id}`);
});

test('a new account that is an admin is told, and no other', async () => {
  const { ctx, mails } = await admin();
  const login = `new${ctx.viewer.login}`;
  const password = 'a long password of nobody';
  await createAccount(ctx, { ...plain, login: `plain${login}`, password });
  expect(await mails()).toEqual([]);
  await createAccount(ctx, { ...plain, admin: true, login, password });
  expect((await mails()).map(({ subject }) => subject)).toEqual([`${login} is an admin now`]);
});
