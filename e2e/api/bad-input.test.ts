import { beforeEach, describe, expect, test } from 'vitest';
import { leaving } from '@/lib/contract/account/leaving';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import { asked } from '@/lib/contract/alias/asked';
import type { Endpoint } from '@/lib/contract/http/endpoint';
import { headerNames } from '@/lib/contract/http/names';
import { endpoints } from '@/lib/contract/index';
import { missing } from '@/messages/en.json';
import { type RawAnswer, raw } from '@/testing/network/raw';
import { type Api, api, newAccount } from '@/testing/people/account';
import { fewAtOnce } from '../few-at-once';
import { good, schemaOf, takes } from '../schema-values';

let boss: Api;
let own: { login: string };
beforeEach(async () => {
  // One that nobody needs afterwards: some calls end its session or change its password.
  const account = await newAccount({ admin: true });
  own = { login: account.login };
  boss = await api(account);
});

const hostile: [type: string, value: unknown][] = [
  ['object', {}],
  ['object', { contains: '' }],
  ['object', { $ne: null }],
  ['array', [null]],
  ['array', [[[['deep']]]]],
  ['boolean', true],
  ['string', '\0'],
  ['string', '\ud800'],
  ['string', 'x'.repeat(70_000)],
  ['string', ''],
  ['string', '__proto__'],
  ['string', "' OR 1=1 --"],
  ['number', -1],
  ['number', 0.5],
  // The year 1938 and the year 10000 in milliseconds are among them.
  ...[2 ** 60, 2 ** 63, 1e308, -1e12, 253_402_300_800_000].map((value): [string, number] => [
    'number',
    value,
  ]),
  ['string', 'NaN'],
];

const bodies: [name: string, body: BodyInit][] = [
  ['half of an object', '{"name":'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['a number beyond all', '1e999'],
  ['brackets without end', '['.repeat(100_000)],
  ['objects in objects', `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['ten megabytes', `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`],
  ['a prototype', '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'],
];

const pathOf = ({ path }: Endpoint, slot = 'nobody-knows-this') => path.replace(/\{\w+\}/g, slot);
const send = ({ method, path }: { method: string; path: string }, body?: BodyInit) =>
  raw(method, path, {
    headers: { ...boss.headers, [headerNames.alias]: 'nobody-knows-this' },
    ...(body !== undefined && { body }),
  });

function expectRefusal({ status, json }: RawAnswer): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(json).toMatchObject({
    success: false,
    message: expect.stringMatching(/\S/),
    code: expect.any(String),
  });
}

const withBody = endpoints.filter(({ body }) => Object.keys(schemaOf(body).properties ?? {}).length > 0);
// Behind an alias nobody gets as far as the body with an alias that isn't there; its tests have their own.
const bodied = withBody
  .filter(({ access }) => access !== 'alias')
  .map((call) => [`${call.method} ${call.path}`, call] as const);

describe.each(bodied)('%s', (_, call) => {
  test('refuses what is no object of its fields, and is not harmed by it', async () => {
    await fewAtOnce(bodies, async ([name, body]) => {
      const answer = await send({ method: call.method, path: pathOf(call) }, body);
      expect(answer.status, name).toBeLessThan(500);
      if (!['a prototype', 'null'].includes(name) || answer.status >= 400) expectRefusal(answer);
    });
  });

  test.each(Object.entries(schemaOf(call.body).properties ?? {}))(
    'takes %s or names it',
    async (field, schema) => {
      const fine = {
        ...(good(schemaOf(call.body)) as object),
        ...(call === leaving.leave && own),
        ...(call === serverSettings.change && (serverSettings.change.example?.body as object)), // a good text is no setting
      };
      await fewAtOnce(hostile, async ([type, value]) => {
        const body = JSON.stringify({ ...fine, [field]: value });
        const answer = await send({ method: call.method, path: pathOf(call) }, body);
        const what = `${body.slice(0, 100)} gave ${JSON.stringify(answer.json)?.slice(0, 200)}`;
        expect(answer.status, what).toBeLessThan(500);
        if (!takes(schema, type)) expect(answer.status, what).toBe(400);
        // Refusals beyond the schema name a setter's value differently, and some missing fields have a sentence.
        const { code, message } = answer.json as { code?: string; message: string };
        const sentence = missing[field as keyof typeof missing];
        if (code === 'request.invalid' && message !== sentence) expect(message, what).toContain(field);
      });
    },
  );
});

const slots = ['%00', '%ff', 'a%20b', '..%2f..', 'x'.repeat(3000), '%F0%9F%99%82', "'--", '__proto__', '%25'];
const slotted = endpoints
  .filter(({ path }) => path.includes('{'))
  .map((call) => [`${call.method} ${call.path}`, call] as const);

test.each(slotted)('%s knows no strange id', async (_, call) => {
  await fewAtOnce(slots, async (slot) => {
    const body = call.method === 'POST' ? JSON.stringify(good(schemaOf(call.body))) : undefined;
    const answer = await send({ method: call.method, path: pathOf(call, slot) }, body);
    expect(answer.status, `${slot}: ${JSON.stringify(answer.json)}`).toBeGreaterThanOrEqual(200);
    expect(answer.status, `${slot}: ${JSON.stringify(answer.json)}`).toBeLessThan(500);
    if (answer.status === 200) expect(answer.json).toMatchObject({ success: false });
  });
});

const queries = [
  'q=%00',
  'q=%ff',
  `q=${'x'.repeat(3000)}`,
  'q=%ED%A0%80',
  'page=-1',
  'page=0',
  'page=1e30',
  'page=x',
  'pageSize=-5',
  'pageSize=1e9',
  'q=a&q=b',
  'q[]=x',
  'page=1&page=2',
  'path=%00',
  `path=${'x/'.repeat(1500)}`,
  'from=x&until=%00',
  'filesUpTo=-1',
];
const listed = endpoints
  .filter(({ query }) => Object.keys(schemaOf(query).properties ?? {}).length > 0)
  .map((call) => [`${call.method} ${call.path}`, call] as const);

test.each(listed)('%s answers or refuses strange questions', async (_, call) => {
  // One that isn't there, or that no secret leads to.
  const isOfSomeThing = call.path.includes('{id}') || call.path === asked.stop.path;
  await fewAtOnce(queries, async (query) => {
    const answer = await send({ method: call.method, path: `${pathOf(call)}?${query}` });
    expect(
      [isOfSomeThing ? 404 : 200, 400],
      `${query}: ${JSON.stringify(answer.json)?.slice(0, 200)}`,
    ).toContain(answer.status);
  });
});

const credentials = ['', 'x', 'a.b.c', '\u00ff', 'x'.repeat(8000), '../../etc/passwd', 'null', 'undefined'];
const guarded = endpoints
  .filter(({ access }) => access === 'user' || access === 'admin')
  .map((call) => [`${call.method} ${call.path}`, call] as const);

test.each(guarded)('%s takes no garbled token', async (_, call) => {
  await fewAtOnce(credentials, async (token) => {
    for (const headers of [
      { [headerNames.auth]: token },
      { cookie: `sharry_auth=${encodeURIComponent(token)}` },
    ]) {
      const answer = await raw(call.method, pathOf(call), { headers: headers as Record<string, string> });
      expect(answer).toMatchObject({ status: 401, json: { success: false, code: 'auth.required' } });
    }
  });
});
