import { expect, test } from 'vitest';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { redirectCalls } from '@/lib/contract/byte-calls/redirect-calls';
import { endpoints } from '@/lib/contract/index';
import { raw } from '@/testing/network/raw';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const calls = [...endpoints, ...byteCalls, ...redirectCalls, { method: 'GET', path: '/api/v2/openapi.json' }];
const paths = [...new Set(calls.map(({ path }) => path))];
/** GET spends a view here, so there is no HEAD. */
const spending = '/api/v2/open/share/{id}';

const ownMethods = (path: string) => calls.filter((call) => call.path === path).map(({ method }) => method);

function allowedAt(path: string): string[] {
  const own = ownMethods(path);
  const isHead = own.includes('HEAD') || (own.includes('GET') && path !== spending);
  return methods.filter(
    (method) => own.includes(method) || method === 'OPTIONS' || (method === 'HEAD' && isHead),
  );
}

const refused = { success: false, code: 'request.methodNotAllowed', message: expect.any(String) };

test.each(paths)('%s answers its methods and no other, and says which they are', async (path) => {
  const url = path.replace(/\{\w+\}/g, 'some-id');
  const allowed = allowedAt(path);
  for (const method of methods) {
    const { status, headers, json } = await raw(method, url);
    const isPlainQuestion = method === 'OPTIONS' && !ownMethods(path).includes(method);
    if (allowed.includes(method) && !isPlainQuestion) {
      expect([method, status]).not.toEqual([method, 405]);
      expect([method, status < 500]).toEqual([method, true]);
      continue;
    }
    expect([method, status]).toEqual([method, isPlainQuestion ? 204 : 405]);
    expect((headers.get('allow') ?? '').split(', ').sort()).toEqual([...allowed].sort());
    if (status === 405 && method !== 'HEAD') expect(json).toMatchObject(refused);
  }
});

test.each([
  '/api/v1/sec/share',
  '/api/v2',
  '/api/v2/nothing',
  '/api/v2/sec/nothing',
  '/api/v2/sec/share/%20',
  '/api/v2/open/share/a/b',
])('nothing is at %s, by whatever method', async (path) => {
  for (const method of methods) {
    const { status, headers, json } = await raw(method, path);
    expect([method, status]).toEqual([method, 404]);
    expect(headers.get('content-type')).toBe('application/json');
    if (method !== 'HEAD') expect(json).toMatchObject({ success: false, code: 'request.notFound' });
  }
});

test('HEAD says what GET would, without its body', async () => {
  const url = '/api/v2/open/info/version';
  const [get, head] = [await raw('GET', url), await raw('HEAD', url)];
  expect([head.status, head.json]).toEqual([200, null]);
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
});

test('a refused method speaks the caller’s language', async () => {
  const { json } = await raw('DELETE', '/api/v2/open/info/version', { headers: { 'accept-language': 'de' } });
  expect((json as { message: string }).message).toMatch(/Methode/);
});
