import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { token } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import { type Api, api, newAccount, onDatabase } from '@/testing/people/account';
import { ask } from '../gate/ask';

let person: Api;
beforeAll(async () => {
  person = await api(await newAccount());
});

const made = async (scopes: ('upload' | 'read' | 'manage')[], networks: string[] = []) =>
  (await person.call(token.create, { body: { name: 'Nightly', scopes, validity: 3_600_000, networks } }))
    .token ?? '';

const search = '/api/v2/sec/share/search';
const asked = (path: string, headers: Record<string, string> = {}) => ask({ method: 'GET', path, headers });

test('an access token opens calls as Bearer and in the header of sessions, and says when it was used', async () => {
  const secret = await made(['read']);
  expect(secret).toMatch(/^slw_[0-9A-Za-z]{50}$/);
  for (const headers of [{ authorization: `bearer ${secret}` }, { [headerNames.auth]: secret }]) {
    expect((await asked(search, headers)).status).toBe(200);
  }
  const { items } = await person.call(token.list, {});
  const item = items.find(({ id }) => secret.startsWith(id));
  expect(item).toMatchObject({
    name: 'Nightly',
    scopes: ['read'],
    address: '127.0.0.1',
    lastUsed: expect.any(Number),
  });
  expect(JSON.stringify(items)).not.toContain(secret.slice(16));
});

test('a call beyond a token’s scopes is refused with the scope that is missing', async () => {
  const secret = await made(['read']);
  const headers = { authorization: `Bearer ${secret}`, 'accept-language': 'en' };
  const body = JSON.stringify({ validity: 60_000, maxViews: 1 });
  const reply = await ask({ method: 'POST', path: share.create.path, headers, body });
  expect(reply).toMatchObject({ status: 403, code: 'token.scopeMissing' });
  expect(reply.text).toContain('lacks the scope upload');
});

test('in an address it is refused, though it is in a header as well, and nothing of it is repeated', async () => {
  const secret = await made(['read']);
  for (const path of [
    `${search}?token=${secret}`,
    `${search}?q=${encodeURIComponent(secret.replace('slw', '%73lw'))}`.replace('%2573', '%73'),
    `/app/uploads?access_token=${secret}`,
    `/u/${secret}`,
  ]) {
    const reply = await asked(path, { authorization: `Bearer ${secret}` });
    expect(reply, path).toMatchObject({ status: 400, code: 'token.inAddress' });
    expect(reply.text).not.toContain(secret);
  }
});

test('a token opens nothing outside its networks', async () => {
  const headers = { authorization: `Bearer ${await made(['read'], ['10.0.0.0/8'])}` };
  expect(await asked(search, headers)).toMatchObject({ status: 403, code: 'token.elsewhere' });
});

test('actions of a token are recorded with its name', async () => {
  const secret = await made(['upload']);
  const headers = { authorization: `Bearer ${secret}` };
  const body = JSON.stringify({ validity: 60_000, maxViews: 1 });
  const { text } = await ask({ method: 'POST', path: share.create.path, headers, body });
  const { id } = JSON.parse(text) as { id: string };
  const { rows } = await onDatabase((db) =>
    db.query(`SELECT details FROM "AuditEvent" WHERE event = 'share.create' AND "shareId" = $1`, [id]),
  );
  expect(rows).toMatchObject([{ details: { token: 'Nightly', tokenId: secret.slice(0, 16) } }]);
});

test('a person signed in by cookie stays so, whatever Bearer token comes with the request', async () => {
  const headers = { authorization: 'Bearer of.another.place', cookie: `sharry_auth=${person.token}` };
  expect((await asked(search, headers)).status).toBe(200);
});
