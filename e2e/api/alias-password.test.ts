import { beforeAll, expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { cookieNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { raw } from '@/testing/network/raw';
import { type Api, api, holder, newAccount } from '@/testing/people/account';
import { CommandHome } from '@/testing/people/cli';
import { running } from '@/testing/server/running';

let owner: Api;
beforeAll(async () => {
  owner = await api(await newAccount());
});

async function lockedInbox(password = 'sesame ü') {
  const body = { name: 'Secret papers', validity: 60_000, enabled: true, members: [] };
  const { id } = await owner.call(alias.create, { body });
  const { id: shareId } = await holder(id).call(share.createThroughAlias, { body: { maxViews: 1 } });
  await owner.call(alias.setPassword, { params: { id }, body: { value: password } });
  return { id, shareId };
}

const begun = { 'tus-resumable': '1.0.0', 'upload-length': '3' };
const form = {
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  body: '--x\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n',
};

const waysInto = ({ id, shareId }: { id: string; shareId: string }) =>
  [
    ['POST', '/api/v2/alias/upload/new', { body: JSON.stringify({ maxViews: 1 }) }],
    ['POST', `/api/v2/alias/upload/${shareId}/files/tus`, { headers: begun }],
    ['OPTIONS', `/api/v2/alias/upload/${shareId}/files/tus`, { headers: { 'tus-resumable': '1.0.0' } }],
    ['POST', '/api/v2/alias/upload', form],
    ['POST', `/api/v2/alias/upload/${shareId}/files/add`, form],
    ['PUT', `/u/alias/${id}/a.txt`, { body: 'abc', headers: { accept: 'application/json' } }],
    ['POST', `/api/v2/alias/mail/notify/${shareId}`, {}],
  ] as const;

async function answers(inbox: { id: string; shareId: string }, shown: Record<string, string>) {
  const codes = [];
  for (const [method, path, init] of waysInto(inbox)) {
    const headers = { ...('headers' in init && init.headers), ...holder(inbox.id).headers, ...shown };
    const { status, json } = await raw(method, path, { ...init, headers });
    codes.push((json as { code?: string } | null)?.code ?? status);
  }
  return [...new Set(codes)];
}

test('no way into an inbox with a password leads past it', async () => {
  const inbox = await lockedInbox();
  expect(await answers(inbox, {})).toEqual(['alias.passwordRequired']);
  expect(await answers(inbox, { cookie: `${cookieNames.inbox}=x` })).toEqual(['alias.passwordRequired']);
  expect(await answers(inbox, { 'sharry-password': 'wrong' })).toEqual(['alias.passwordWrong']);
  expect(await answers(inbox, { 'sharry-password': encodeURIComponent('sesame ü') })).not.toContain(
    'alias.passwordRequired',
  );
  const page = String((await raw('GET', paths.inbox(inbox.id))).json);
  expect(page).toContain('Password required');
  expect(page).not.toContain('Secret papers');
});

test('a proof opens that inbox alone, and ends with the password', async () => {
  const [inbox, other] = [await lockedInbox(), await lockedInbox()];
  const unlock = (password: string) =>
    raw('POST', '/api/v2/alias/password', {
      headers: { ...holder(inbox.id).headers, 'sharry-password': encodeURIComponent(password) },
    });
  expect((await unlock('wrong')).status).toBe(403);
  const { status, headers } = await unlock('sesame ü');
  const set = headers.get('set-cookie') ?? '';
  expect([status, set.includes('HttpOnly')]).toEqual([200, true]);
  const cookie = set.split(';')[0] ?? '';
  expect(await answers(inbox, { cookie })).not.toContain('alias.passwordRequired');
  expect(String((await raw('GET', paths.inbox(inbox.id), { headers: { cookie } })).json)).toContain(
    'Secret papers',
  );
  expect(await answers(other, { cookie })).toEqual(['alias.passwordRequired']);
  const forged = cookie.replace(/^[^=]+/, `${cookieNames.inbox}-0000000000000000`);
  expect(await answers(inbox, { cookie: forged })).toEqual(['alias.passwordRequired']);

  await owner.call(alias.setPassword, { params: { id: inbox.id }, body: { value: 'sesame ü' } });
  expect(await answers(inbox, { cookie })).toEqual(['alias.passwordRequired']);
  await owner.call(alias.clearPassword, { params: { id: inbox.id } });
  expect(await answers(inbox, {})).not.toContain('alias.passwordRequired');
});

test('the command asks for it, from a terminal or a variable', async () => {
  const inbox = await lockedInbox();
  const home = new CommandHome();
  try {
    home.write('a.txt', 'abc');
    const page = `${running().url}${paths.inbox(inbox.id)}`;
    const refused = await home.run(['inbox', 'send', page, 'a.txt']);
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('SLIPWAY_PASSWORD') });
    const env = { SLIPWAY_PASSWORD: 'sesame ü' };
    expect(await home.run(['inbox', 'send', page, 'a.txt'], { env })).toMatchObject({ code: 0 });
    const piped = await home.run(['inbox', 'send', page, '--name', 'b.txt', '-'], { env, input: 'two' });
    expect(piped).toMatchObject({ code: 0 });
  } finally {
    home.remove();
  }
});
