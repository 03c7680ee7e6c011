import { expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { decideDevice, requestDeviceToken } from '@/lib/features/token/device';
import { createToken } from '@/lib/features/token/tokens';
import { callerOf } from '@/lib/server/auth/caller';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { changePassword } from '@/lib/server/services/settings/password';
import { inNewSession, noon, openContext, userContext } from '@/testing/service/context';
import { changeByOperator, modifyAccount } from './modify';

const password = 'the one of today';
const stays = { state: 'Active', admin: true, email: null } as const;

/** The ways in which an account's rights end, each with the caller that goes through with it. */
const ends: [how: string, end: (account: UserContext, boss: UserContext) => Promise<unknown>][] = [
  [
    'the account changes its password',
    (account) => changePassword(account, { oldPassword: password, newPassword: 'another one, as long' }),
  ],
  [
    'an admin sets another password',
    (account, boss) =>
      modifyAccount(boss, { ...stays, accountId: account.viewer.id, password: 'set by an admin, today' }),
  ],
  [
    'an admin switches the account off',
    (account, boss) => modifyAccount(boss, { ...stays, state: 'Disabled', accountId: account.viewer.id }),
  ],
  [
    'an admin makes it an ordinary account',
    (account, boss) => modifyAccount(boss, { ...stays, admin: false, accountId: account.viewer.id }),
  ],
  [
    'the operator makes it an ordinary account on the command line',
    (account) => changeByOperator(openContext(), account.viewer.login, { admin: false }),
  ],
];

test.each(ends)(
  'when %s, its access tokens, other sessions, waiting devices and mailed codes end at once',
  async (_how, end) => {
    const boss = await inNewSession(await userContext({ admin: true }));
    const account = await inNewSession(
      await userContext({ admin: true, passwordHash: await hashPassword(password) }),
    );
    const { db, viewer } = account;
    const other = await inNewSession(account);
    const { token } = await createToken(account, {
      name: 'Backup',
      scopes: ['read'],
      validity: 3_600_000,
      networks: [],
    });
    const opens = async () => (await callerOf(db, new Headers({ [headerNames.auth]: token }), noon)) !== null;
    const device = await requestDeviceToken(account, { name: 'laptop', scopes: ['read'] });
    await decideDevice(account, { userCode: device.userCode, allow: true });
    const code = { kind: 'reset', sha256: account.newId(), endsAt: new Date(noon.getTime() + 1000) };
    await db.accountCode.create({ data: { id: account.newId(), accountId: viewer.id, ...code } });
    expect(await opens()).toBe(true);

    await end(account, boss);
    expect(await opens()).toBe(false);
    const session = await db.session.findUniqueOrThrow({ where: { id: other.viewer.sessionId } });
    expect(session.revokedAt).not.toBeNull();
    expect(await db.deviceRequest.count({ where: { accountId: viewer.id } })).toBe(0);
    expect(await db.accountCode.count({ where: { accountId: viewer.id, usedAt: null } })).toBe(0);
  },
);
