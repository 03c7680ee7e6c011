import fs from 'node:fs';
import { expect, test } from 'vitest';
import { redirectCalls } from '@/lib/contract/byte-calls/redirect-calls';
import { endpoints } from '@/lib/contract/index';

/** `app/api/v2/sec/share/[id]/route.ts` → `/api/v2/sec/share/{id}` */
const pathOf = (file: string) =>
  file
    .replace(/^app/, '')
    .replace(/\/route\.ts$/, '')
    .replace(/\[(\w+)\]/g, '{$1}');

const routeFiles = fs
  .readdirSync('app/api/v2', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('route.ts'))
  .map((name) => `app/api/v2/${name}`);

/** Finds `export const GET =`, `export { handler as GET }` and `export { GET }`. */
function methodsIn(file: string): string[] {
  const source = fs.readFileSync(file, 'utf8');
  const exported = source.matchAll(
    /(?:export (?:const|function|async function) |\bas |\{ |, )(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)\b/g,
  );
  return [...exported].map(([, method = '']) => method);
}

/** Describes the calls and is none of them. */
const descriptions = ['GET /api/v2/openapi.json'];

const served = new Set(
  routeFiles.flatMap((file) => methodsIn(file).map((method) => `${method} ${pathOf(file)}`)),
);
const calls = [...endpoints, ...redirectCalls].map(({ method, path }) => `${method} ${path}`);
test.each(calls)('%s has a route that answers it', (call) => {
  expect(served).toContain(call);
});

test('no route answers what the contract does not name', () => {
  const known = new Set([...calls, ...descriptions]);
  expect([...served].filter((call) => !known.has(call))).toEqual([]);
});

test('every call is named once', () => {
  expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
});

test('a folder of routes has one name for its slot, or the server would not start', () => {
  const folders = fs
    .readdirSync('app', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory());
  const slots = folders.filter(({ name }) => /^\[[^.[]/.test(name));
  const parents = slots.map(({ parentPath }) => parentPath);
  expect(parents.filter((parent, index) => parents.indexOf(parent) !== index)).toEqual([]);
});
