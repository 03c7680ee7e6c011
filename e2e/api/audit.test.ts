import { beforeAll, expect, test } from 'vitest';
import { CallError } from '@/lib/client/call/call';
import { audit } from '@/lib/contract/admin/audit';
import { share } from '@/lib/contract/share/share';
import { raw } from '@/testing/network/raw';
import { type Api, api, newAccount, type TestAccount } from '@/testing/people/account';

let adminAccount: TestAccount;
let admin: Api;
let member: Api;
let memberAccount: TestAccount;
beforeAll(async () => {
  adminAccount = await newAccount({ admin: true });
  memberAccount = await newAccount();
  admin = await api(adminAccount);
  member = await api(memberAccount);
});

const path = '/api/v2/admin/audit';

test('only admins read it', async () => {
  expect((await raw('GET', path)).status).toBe(401);
  expect((await raw('GET', path, { headers: member.headers })).status).toBe(403);
  expect((await raw('GET', path, { headers: admin.headers })).status).toBe(200);
  expect((await raw('POST', path, { headers: admin.headers })).status).toBe(405);
});

test('audit entries are found by person, event and the request id of the answer', async () => {
  const body = { name: 'Plans', validity: 60_000, maxViews: 1 };
  const made = await raw('POST', share.create.path, { headers: member.headers, body: JSON.stringify(body) });
  const { id } = made.json as { id: string };
  const { items, total } = await admin.call(audit.search, {
    query: { actor: memberAccount.login, event: 'share.create' },
  });
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({
    outcome: 'ok',
    actorId: memberAccount.id,
    actorLogin: memberAccount.login,
    actorKind: 'user',
    objectId: id,
    shareId: id,
    requestId: made.headers.get('x-request-id'),
  });
});

test('a failed sign-in is written down without its password', async () => {
  await expect(api({ ...memberAccount, password: 'what nobody may read' })).rejects.toThrow(CallError);
  const { items } = await admin.call(audit.search, {
    query: { event: 'login', outcome: 'refused', pageSize: 20 },
  });
  expect(items.map(({ details }) => details.login)).toContain(memberAccount.login);
  expect(JSON.stringify(items)).not.toContain('what nobody may read');
});

test('a client can’t choose the id of its request, nor the address it comes from', async () => {
  const headers = {
    ...member.headers,
    'x-slipway-request': 'chosen',
    'x-request-id': 'chosen',
    'x-forwarded-for': '198.51.100.9',
  };
  const answer = await raw('GET', '/api/v2/sec/settings/email', { headers });
  expect(answer.headers.get('x-request-id')).toMatch(/^[1-9A-Za-z]{32}$/);
  await raw('DELETE', '/api/v2/sec/settings/email', { headers });
  const { items } = await admin.call(audit.search, {
    query: { actor: memberAccount.id, event: 'settings.email' },
  });
  expect(items[0]?.address).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(items[0]?.requestId).not.toBe('chosen');
});

test.each(['event=nonsense', 'outcome=maybe', 'from=yesterday', 'share=..%2F'])(
  '%s is no filter',
  async (query) => {
    const { status, json } = await raw('GET', `${path}?${query}`, { headers: admin.headers });
    expect({ status, json }).toMatchObject({ status: 400, json: { code: 'request.invalid' } });
  },
);
