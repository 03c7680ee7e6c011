import { expect, test } from 'vitest';
import { matrix } from '@/e2e/gate/matrix';
import { routes } from '@/e2e/gate/routes';
import { exampleBody } from '@/e2e/gate/rows-calls';
import { endpoints } from '@/lib/contract/index';

test('every route has its place in the matrix of e2e/gate, and the matrix knows no other', () => {
  const rows = Object.keys(matrix);
  const missing = routes.filter((route) => !rows.includes(route));
  const unknown = rows.filter((row) => !routes.includes(row));
  expect({ missing, unknown }).toEqual({ missing: [], unknown: [] });
});

const calls = endpoints.map((call) => [`${call.method} ${call.path}`, call] as const);

test.each(calls)('%s says whom it lets in, of those with an account', (_, { who, access, path, errors }) => {
  const isAboutOne = /\/sec\/.*\{/.test(path);
  if (access !== 'user' || !isAboutOne) expect(who).toBe('account');
  else if (who !== 'account') expect(errors.some((code) => code.endsWith('.notFound'))).toBe(true);
  else expect(comesFirst, 'Say `who` in the contract: owner or managers.').toContain(path);
});

/** Calls about one thing that ask for the password before they look for it. */
const comesFirst = ['/api/v2/sec/settings/passkey/{id}/remove'];

test.each(calls)('%s has an example that it takes', (_, call) => {
  if (call.example.refusal === 'request.invalid') return;
  const taken = call.body.safeParse(exampleBody(call) ?? {});
  expect(taken.error, 'Give the call an `example` in the contract.').toBeUndefined();
});
