import { expect, test } from 'vitest';
import { pathPattern } from './path-pattern';

test.each([
  ['/api/v2/sec/share/{id}', '/api/v2/sec/share/abc', ['abc']],
  ['/api/v2/sec/share/{id}/file/{fileId}', '/api/v2/sec/share/a/file/b', ['a', 'b']],
  ['/api/v2/sec/upload/{id}/files/tus', '/api/v2/sec/upload/a/files/tus/', ['a']],
  ['/api/v2/sec/share/{id}', '/api/v2/sec/share/%61bc', ['abc']],
  ['/api/v2/sec/share/{id}', '/api/v2/sec/share/abc%3E.', ['abc']],
  ['/api/v2/sec/share/{id}', '/api/v2/sec/share/%2F', ['%2F']],
  ['/api/v2/open/share/{id}/named/{name}', '/api/v2/open/share/a/named/b%2Fc.%20', ['a', 'b/c. ']],
  ['/api/v2/open/share/{id}/named/{name}', '/api/v2/open/share/a/named/100%', ['a', '100%']],
  ['/api/v2/openapi.json', '/api/v2/openapi.json', []],
])('%s finds in %s the values of its slots', (template, path, slots) => {
  expect(pathPattern(template)(path, 'GET')).toEqual(slots);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s takes an ID exactly as it is written', (method) => {
  const slotsIn = pathPattern('/api/v2/sec/upload/{id}/files/tus/{fileId}');
  const slots = (path: string) => slotsIn(`/api/v2/sec/upload/${path}`, method);
  expect(slots('%61b/files/tus/c')).toEqual(['ab', 'c']);
  expect(slots('ab%3E./files/tus/c%2F..')).toEqual(['ab>.', 'c/..']);
});

test.each([
  ['/api/v2/sec/share/{id}', '/api/v2/sec/share/'],
  ['/api/v2/sec/share/{id}', '/api/v2/sec/share/a/b'],
  ['/api/v2/sec/share/{id}', '/api/v2/sec/share/a//'],
  ['/api/v2/sec/share/{id}', '/x/api/v2/sec/share/a'],
  ['/api/v2/openapi.json', '/api/v2/openapi-json'],
])('%s is another path than %s', (template, path) => {
  expect(pathPattern(template)(path, 'GET')).toBeNull();
});
