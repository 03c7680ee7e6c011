import { beforeAll, describe, expect, test } from 'vitest';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { raw } from '@/testing/network/raw';
import { type Api, api, newAccount } from '@/testing/people/account';
import { running } from '@/testing/server/running';

let client: Api;
let id: string;
beforeAll(async () => {
  client = await api(await newAccount());
  ({ id } = await client.call(share.create, { body: { validity: 60_000, maxViews: 1 } }));
});

const create = (body: BodyInit) => raw('POST', '/api/v2/sec/upload/new', { headers: client.headers, body });
const good = { name: 'x', validity: 60_000, maxViews: 1, description: 'x', password: 'x' };

const hostile: unknown[] = [
  {},
  [],
  [null],
  true,
  { not: '' },
  { contains: '' },
  { $ne: null },
  '\0',
  '\ud800',
  'x'.repeat(70_000),
  -1,
  0,
  1e300,
  0.5,
  2 ** 60,
  '__proto__',
];

describe.each(Object.keys(good))('the field %s', (field) => {
  test('refuses what it can’t be with 400 and its name, or takes it: never 5xx', async () => {
    for (const value of hostile) {
      const { status, json } = await create(JSON.stringify({ ...good, [field]: value }));
      expect([200, 400]).toContain(status);
      if (status === 400) {
        expect(json).toMatchObject({
          success: false,
          code: expect.stringMatching(/^(request\.invalid|share\.)/),
        });
        expect((json as { message: string }).message).toContain(field);
      }
    }
  });
});

test('a missing required field is named', async () => {
  const { status, json } = await create(JSON.stringify({ validity: 1000 }));
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { code: 'request.invalid', message: expect.stringContaining('maxViews') },
  });
});

test('unknown fields are ignored, and none of them reaches the database', async () => {
  const { json } = await create(
    JSON.stringify({
      ...good,
      ownerId: 'someone',
      id: 'chosen',
      passwordHash: 'x',
      __proto__: { admin: true },
    }),
  );
  expect(json).toMatchObject({ success: true });
  expect((json as { id: string }).id).not.toBe('chosen');
});

test.each([
  ['no JSON', '{', 400],
  ['a number', '5', 400],
  ['null', 'null', 400],
  ['ten megabytes', `"${'x'.repeat(10_000_000)}"`, 413],
  ['a thousand levels', '['.repeat(1000), 400],
])('a body of %s is refused', async (_, body, expected) => {
  const { status, json } = await create(body);
  expect(status).toBe(expected);
  expect(json).toMatchObject({ success: false });
});

test.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=utf-8', 'nonsense'])(
  'a JSON body sent as %s is read',
  async (type) => {
    const headers = { ...client.headers, 'content-type': type };
    const answer = await raw('POST', '/api/v2/sec/upload/new', { headers, body: JSON.stringify(good) });
    expect(answer.json).toMatchObject({ success: true });
  },
);

test('an unknown path is 404 in JSON, also below known ones', async () => {
  for (const path of [
    '/api/v2',
    '/api/v2/nope',
    '/api/v2/sec/share/x/nope',
    '/api/v2/open/share/%00',
    '/api/v2/open/share/a%2Fb',
  ]) {
    const { status, json } = await raw('GET', path);
    const code = (json as { code?: string }).code;
    expect({ path, status, code }).toMatchObject({ path, status: 404, code: expect.any(String) });
  }
});

test('a query that can’t be is refused or read as its default, never 5xx', async () => {
  for (const query of [
    'q=%00',
    'page=0',
    'page=x',
    'page=1e99',
    'pageSize=-1',
    `q=${'x'.repeat(300)}`,
    'q=%ff',
  ]) {
    const { status } = await raw('GET', `/api/v2/sec/share/search?${query}`, { headers: client.headers });
    expect([200, 400]).toContain(status);
  }
});

test('nobody is signed in by another site, as somebody else without knowing it', async () => {
  const signIn = (headers: Record<string, string>) =>
    raw('POST', '/api/v2/open/auth/login', {
      headers,
      body: JSON.stringify({ account: 'a', password: 'b' }),
    });
  for (const headers of [
    { origin: 'https://evil.example', 'content-type': 'text/plain' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    expect(await signIn(headers)).toMatchObject({ status: 403, json: { code: 'auth.crossSite' } });
  }
  expect(await signIn({ origin: running().url })).toMatchObject({ status: 200, json: { success: false } });
});

describe('a write carried by the cookie', () => {
  const write = (headers: Record<string, string>) =>
    raw('POST', `/api/v2/sec/share/${id}/name`, {
      headers: { cookie: `sharry_auth=${client.token}`, ...headers },
      body: '{"value":"x"}',
    });

  test('is refused when another site sent it', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: running().url },
    ]) {
      expect(await write(headers)).toMatchObject({ status: 403, json: { code: 'auth.crossSite' } });
    }
  });

  test('passes from our own pages and from no browser at all', async () => {
    for (const headers of [{}, { origin: running().url }, { 'sec-fetch-site': 'same-origin' }]) {
      expect(await write(headers)).toMatchObject({ status: 200, json: { success: true } });
    }
  });

  test('passes from anywhere when the header carries the token, which no other site has', async () => {
    expect(await write({ ...client.headers, origin: 'https://evil.example' })).toMatchObject({ status: 200 });
  });
});

test('answers of calls are kept by nobody and sniffed by nobody', async () => {
  const { headers } = await raw('GET', `/api/v2/sec/share/${id}`, { headers: client.headers });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-powered-by')).toBeNull();
});

test('no header of a client reaches the inside: addresses and framework switches are ours', async () => {
  const answer = await raw('GET', '/app/uploads', {
    headers: { 'x-middleware-subrequest': 'middleware', 'x-slipway-address': '1.2.3.4' },
  });
  expect(answer.status).toBe(307);
  expect(answer.headers.get('location')).toContain('/app/login?r=');
  const action = await raw('POST', '/app/login', { headers: { 'next-action': 'x' }, body: 'x' });
  expect(action.status).toBe(405);
});

test('the old URL of what came through an alias leads to where that is now', async () => {
  const { status, headers } = await raw('GET', '/app/alias/a@b-1/deliveries');
  const { pathname, searchParams } = new URL(headers.get('location') ?? '', running().url);
  expect([status, pathname, searchParams.get('alias')]).toEqual([308, paths.received, 'a@b-1']);
});
