import { expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { startSession } from '@/lib/server/auth/session-rows';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import { userContext } from '@/testing/service/context';
import { contextFor } from './context';

async function requestOf(admin: boolean) {
  const now = new Date(); // tokens carry real time
  const { db, viewer, client } = await userContext({ admin, now });
  const id = viewer.sessionId;
  await startSession(db, { id, accountId: viewer.id, client, now });
  const { token } = await sealSessionToken({ sessionId: id, isKept: false }, now);
  return { viewer, request: { method: 'GET', headers: new Headers({ [headerNames.auth]: token }) } };
}

test('a call for admins is refused to everybody else', async () => {
  const admin = await requestOf(true);
  expect((await contextFor(admin.request, 'admin')).viewer).toEqual(admin.viewer);

  const user = await requestOf(false);
  expect((await contextFor(user.request, 'user')).viewer).toEqual(user.viewer);
  await expect(contextFor(user.request, 'admin')).rejects.toMatchObject({ code: 'auth.forbidden' });

  const stranger = { method: 'GET', headers: new Headers() };
  await expect(contextFor(stranger, 'admin')).rejects.toMatchObject({ code: 'auth.required' });
});
