import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '@/lib/contract/http/endpoint';
import { endpoints } from '@/lib/contract/index';
import { raw } from '@/testing/network/raw';
import { type Api, api, newAccount } from '@/testing/people/account';

let boss: Api;
beforeAll(async () => {
  boss = await api(await newAccount({ admin: true }));
});

const numbers = [
  '-1',
  '1.5',
  'NaN',
  'Infinity',
  '1e308',
  '1e999',
  '0x10',
  '%20',
  String(2n ** 63n),
  '-1000000000000', // 1938 in milliseconds
  '253402300800000', // the year 10000
  '8640000000000001', // the first that no Date can be
];

const fieldsOf = ({ query }: Endpoint) =>
  Object.keys(z.toJSONSchema(query, { io: 'input', reused: 'inline' }).properties ?? {});
const asked = endpoints
  .map((call) => [`${call.method} ${call.path}`, call, fieldsOf(call)] as const)
  .filter(([, , fields]) => fields.length > 0);

test.each(asked)(
  '%s takes odd numbers in its query or names the field',
  async (_, { method, path }, fields) => {
    const address = path.replace(/\{\w+\}/g, 'nobody-knows-this');
    for (const field of fields) {
      for (const number of numbers) {
        const { status, json } = await raw(method, `${address}?${field}=${number}`, {
          headers: boss.headers,
        });
        expect([200, 400, 404], `${field}=${number}: ${JSON.stringify(json)}`).toContain(status);
        if (status === 400) expect(json).toMatchObject({ message: expect.stringContaining(field) });
      }
    }
  },
);
