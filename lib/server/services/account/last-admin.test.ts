import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { userContext, warmUp } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { modifyAccount } from './modify';
import { removeAccount } from './remove';

// The last admin depends on all accounts, so these tests have a database of their own.
let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());
beforeEach(async () => {
  await own.db.account.deleteMany();
});

const newAdmin = () => userContext({ db: own.db, admin: true });
const demoted = { state: 'Active', admin: false } as const;
const disabled = { state: 'Disabled', admin: true } as const;
const refused = { code: 'account.lastAdmin' };

const demote = (by: UserContext, who: UserContext) =>
  modifyAccount(by, { ...demoted, accountId: who.viewer.id });
const disable = (by: UserContext, who: UserContext) =>
  modifyAccount(by, { ...disabled, accountId: who.viewer.id });
const remove = (by: UserContext, who: UserContext) => removeAccount(by, { accountId: who.viewer.id });
const ways = { demoted: demote, disabled: disable, deleted: remove };

const activeAdmins = () =>
  own.db.account.count({ where: { admin: true, state: 'Active', deletingAt: null } });

test.each(Object.entries(ways))('the last active admin can’t be %s', async (_, way) => {
  const last = await newAdmin();
  await userContext({ db: own.db });
  await own.db.account.create({ data: { id: 'off', login: 'off', admin: true, state: 'Disabled' } });
  await own.db.account.create({ data: { id: 'going', login: 'going', admin: true, deletingAt: new Date() } });
  await expect(way(last, last)).rejects.toMatchObject(refused);
  expect(await activeAdmins()).toBe(1);
});

test('the last admin can still be changed otherwise', async () => {
  const last = await newAdmin();
  const change = { state: 'Active', admin: true, email: 'a@b.example', accountId: last.viewer.id } as const;
  await expect(modifyAccount(last, change)).resolves.toBeUndefined();
});

test.each(Object.entries(ways))(
  'with another one left an admin can be %s, also by oneself',
  async (_, way) => {
    const [one] = await Promise.all([newAdmin(), newAdmin()]);
    await way(one, one);
    expect(await activeAdmins()).toBe(1);
  },
);

test.each(Object.entries(ways))(
  'of two admins who at once have each other %s one is refused',
  async (_, way) => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = await Promise.all([newAdmin(), newAdmin()]);
      await warmUp(one, 8);
      const outcomes = await Promise.allSettled([way(one, other), way(other, one)]);
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(refusals).toEqual([expect.objectContaining(refused)]);
      expect(await activeAdmins()).toBe(1);
      await own.db.account.deleteMany();
    }
  },
);

test('one of eight admins removed at once, in every way, stays', async () => {
  const admins = await Promise.all(Array.from({ length: 8 }, newAdmin));
  await warmUp(admins[0] as UserContext, 16);
  const each = Object.values(ways);
  await Promise.allSettled(admins.map((admin, n) => each[n % each.length]?.(admin, admin)));
  expect(await activeAdmins()).toBe(1);
});
