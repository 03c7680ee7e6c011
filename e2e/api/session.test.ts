import { expect, test } from 'vitest';
import { auth } from '@/lib/contract/auth';
import { info } from '@/lib/contract/info';
import { share } from '@/lib/contract/share/share';
import { api, newAccount } from '@/testing/people/account';
import { running } from '@/testing/server/running';

test('the server answers with its version to anybody', async () => {
  const stranger = await api();
  const { version } = await stranger.call(info.version, {});
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
});

test('a session is refreshed by its token and ends for every token with the sign-out', async () => {
  const client = await api(await newAccount());
  const refreshed = await client.call(auth.session, {});
  expect(refreshed.token).not.toBe(client.token);

  await client.call(auth.logout, {});
  await expect(client.call(share.search, {})).rejects.toMatchObject({ status: 401, code: 'auth.required' });
  const headers = { 'Sharry-Auth': refreshed.token ?? '' };
  const answer = await fetch(`${running().url}/api/v2/sec/share/search`, { headers });
  expect(answer.status).toBe(401);
});

test('a wrong password is refused with 200 and success false, as existing clients expect', async () => {
  const { login } = await newAccount();
  const answer = await fetch(`${running().url}/api/v2/open/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ account: login, password: 'not this one' }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ success: false, token: null, code: 'auth.loginFailed' });
});
