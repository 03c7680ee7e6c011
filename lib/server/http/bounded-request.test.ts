import { NextRequest } from 'next/server';
import { expect, test } from 'vitest';
import { boundedRequest } from './bounded-request';

const request = (type: string, body: BodyInit) =>
  new NextRequest('http://localhost/api/auth/x?a=b', {
    method: 'POST',
    headers: { 'content-type': type, 'x-kept': 'yes' },
    body,
  });
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

test('what fits stays as it is, with its address and headers', async () => {
  const bounded = await boundedRequest(request(form, 'account=ada&password=x'));
  expect([await bounded.text(), bounded.nextUrl.search, bounded.headers.get('x-kept')]).toEqual([
    'account=ada&password=x',
    '?a=b',
    'yes',
  ]);
  expect(await (await boundedRequest(request(json, '{"a":1}'))).json()).toEqual({ a: 1 });
  expect(await (await boundedRequest(request(json, ''))).json()).toEqual({});
});

test.each([
  ['more than 256 KiB', form, 'x'.repeat(300_000), 'request.tooLarge'],
  ['half of an object', json, '{"a":', 'request.invalid'],
  ['a thousand levels', json, '['.repeat(1_000), 'request.invalid'],
  ['bytes that are no text', form, new Uint8Array([0xff, 0xfe]), 'request.invalid'],
])('%s is refused before anybody else reads it', async (_, type, body, code) => {
  await expect(boundedRequest(request(type, body))).rejects.toMatchObject({ code });
});
