import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppError } from '@/lib/contract/errors';
import type { Provider } from '@/lib/server/config/provider';
import type { OutsideFailure } from '@/lib/server/outside/outside-failure';
import { normalizeTokenResponse, providerFetch, reachableServer } from './provider-server';

const answers: Record<string, { status: number; headers?: Record<string, string>; body?: string }> = {
  '/fine': { status: 200, body: 'fine' },
  '/broken': { status: 503 },
  '/elsewhere': { status: 302, headers: { location: 'https://evil.example/' } },
  '/endless': { status: 200, body: 'x'.repeat(2 * 1024 * 1024) },
};
const server = createServer((req, res) => {
  const { status, headers, body } = answers[req.url ?? ''] ?? { status: 404 };
  res.writeHead(status, headers).end(body);
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const get = (url: string) => providerFetch(url, { method: 'GET', headers: {} });

test('a provider’s answer comes through, and where it would send us is not gone to', async () => {
  expect(await (await get(`${base}/fine`)).text()).toBe('fine');
  expect((await get(`${base}/elsewhere`)).status).toBe(302);
});

test.each(['/broken', '/endless'])('a provider that answers %s is away', async (path) => {
  await expect(get(base + path)).rejects.toMatchObject({ code: 'auth.providerAway' });
});

test('a provider whom nobody answers for is away, and unencrypted ones elsewhere are not asked', async () => {
  await expect(get('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'auth.providerAway' });
  await expect(get('http://hub.example/')).rejects.toMatchObject({ code: 'auth.providerUnclear' });
});

const json = { 'content-type': 'application/json' };

test.each([
  ['/realm', '/realm', '/realm'],
  ['/realm', '/realm/', '/realm/'],
  ['/realm/', '/realm', '/realm'],
  ['/realm/.well-known/openid-configuration', '/realm/', '/realm/'],
])('an issuer set as %s and written %s is one', async (set, written, expected) => {
  const body = JSON.stringify({ issuer: base + written, authorization_endpoint: `${base}/authorize` });
  answers['/realm/.well-known/openid-configuration'] = { status: 200, headers: json, body };
  const provider = { id: 'x', issuer: `${base}${set}` } as Provider;
  expect(await reachableServer(provider)).toMatchObject({ issuer: base + expected });
});

test.each(['/fine', '/broken', '/nothing'])(
  'a plain provider whose token address answers a question of its own with %s can be used',
  async (path) => {
    const [authorizeUrl, tokenUrl, userUrl] = [`${base}/fine`, base + path, `${base}/fine`];
    const provider = { id: `z${path}`, authorizeUrl, tokenUrl, userUrl } as Provider;
    expect(await reachableServer(provider)).toMatchObject({ token_endpoint: tokenUrl });
  },
);

test('a plain provider whose token address nobody answers at is away', async () => {
  const url = 'http://127.0.0.1:4/token';
  const provider = { id: 'gone', authorizeUrl: url, tokenUrl: url, userUrl: url } as Provider;
  const error = (await reachableServer(provider).catch((thrown: unknown) => thrown)) as AppError;
  expect(error).toMatchObject({ code: 'auth.providerAway' });
  expect((error.cause as OutsideFailure).line).toContain('ECONNREFUSED');
});

test('an issuer of another path is not the one that is set', async () => {
  const body = JSON.stringify({ issuer: `${base}/other`, authorization_endpoint: `${base}/authorize` });
  answers['/realm/.well-known/openid-configuration'] = { status: 200, headers: json, body };
  await expect(reachableServer({ id: 'y', issuer: `${base}/realm` } as Provider)).rejects.toThrow(/issuer/);
});

const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
test.each([
  ['a form', 'access_token=abc&scope=&token_type=bearer', form],
  ['a form in capitals', 'access_token=abc', { 'content-type': 'Application/X-WWW-Form-Urlencoded' }],
  ['a form without a type', 'access_token=abc&expires=5108', { 'content-type': 'text/plain' }],
  ['JSON with more in it', '{"access_token":"abc","id_token":"x.y.z","expires_in":"3600"}', json],
])('a token that comes as %s is read', async (_form, body, headers) => {
  const answer = await normalizeTokenResponse(new Response(body, { headers }));
  expect([answer.status, await answer.json()]).toEqual([200, { access_token: 'abc', token_type: 'bearer' }]);
});

test.each([
  ['error=bad_verification_code&error_description=x', form],
  ['{"error":"bad_verification_code"}', json],
])('an error that comes with status 200 is one (%s)', async (body, headers) => {
  const answer = await normalizeTokenResponse(new Response(body, { headers }));
  expect([answer.status, await answer.json()]).toEqual([400, { error: 'bad_verification_code' }]);
});
