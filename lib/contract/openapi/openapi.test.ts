import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { redirectCalls } from '@/lib/contract/byte-calls/redirect-calls';
import { endpoints } from '..';
import { byteCalls } from '../byte-calls/byte-calls';
import { type ErrorCode, errors } from '../errors';
import { scopeOf } from '../http/scope';
import type { Operation } from './document';
import { openApi } from './openapi';

const document = openApi({
  title: 'Slipway',
  version: '1.2.3',
  baseUrl: 'https://files.example.org',
  words: (code) => `words of ${code}`,
});

const calls = [...endpoints, ...redirectCalls, ...byteCalls];
const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as Operation[];
const operationOf = ({ method, path }: { method: string; path: string }) =>
  document.paths[path]?.[method.toLowerCase() as 'get'];

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test('every call is in it, each under a name of its own', () => {
  expect(calls.filter((call) => !operationOf(call))).toEqual([]);
  expect(operations).toHaveLength(calls.length);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s names its slots, its security and every refusal with its status',
  (_, call) => {
    const operation = operationOf(call) as Operation;
    const slots = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot);
    const named = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(named.map(({ name }) => name)).toEqual(slots);
    const scope = scopeOf(call);
    const bySession = [{ token: [] }, { session: [] }, ...(scope ? [{ accessToken: [scope] }] : [])];
    const security = { open: [], alias: [{ alias: [] }], user: bySession, admin: bySession };
    expect(operation.security).toEqual(security[call.access]);
    for (const code of [...call.errors, 'server.failed', 'server.unavailable'] as ErrorCode[]) {
      expect(operation.responses[String(errors[code].status)]?.description).toContain(`words of ${code}`);
    }
    const isSecured = call.access !== 'open';
    expect('401' in operation.responses).toBe(isSecured || call.errors.includes('open.passwordRequired'));
  },
);

test('every reference leads to a schema, and every schema is used', () => {
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  const used = new Set([...references].map(([, name]) => name));
  expect([...used].sort()).toEqual(Object.keys(document.components.schemas));
});

test('what depends on a language or on the machine is not in it', () => {
  expect(JSON.stringify(document)).not.toMatch(/localhost|9007199254740991|"~|\$defs/);
});
