import fs from 'node:fs';
import { expect, test } from 'vitest';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { redirectCalls } from '@/lib/contract/byte-calls/redirect-calls';
import { endpoints } from '@/lib/contract/index';
import { methods } from '@/lib/server/transfer/paths';

/** `app/api/v2/sec/share/[id]/route.ts` → `/api/v2/sec/share/{id}`; an optional catch-all stands for both its forms. */
function pathsOf(file: string): string[] {
  const path = file.replace(/^app/, '').replace(/\/route\.ts$/, '');
  const forms = path.includes('/[[...')
    ? [path.replace(/\/\[\[.*/, ''), path.replace(/\[\[\.\.\.\w+\]\]/, '[fileId]')]
    : [path];
  return forms.map((form) => form.replace(/\[(\w+)\]/g, '{$1}'));
}

const routeFiles = ['app/api/v2', 'app/u'].flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('route.ts'))
    .map((name) => `${folder}/${name}`),
);

/** `export const GET =`, `export { handler as GET }` or `export { GET }`. */
function methodsIn(file: string): string[] {
  const source = fs.readFileSync(file, 'utf8');
  const exported = source.matchAll(
    /(?:export (?:const|function|async function) |\bas |\{ |, )(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)\b/g,
  );
  return [...exported].map(([, method = '']) => method);
}

/** What speaks about the calls is none of them. */
const descriptions = ['GET /api/v2/openapi.json'];

const served = new Set(
  routeFiles.flatMap((file) =>
    pathsOf(file).flatMap((path) => methodsIn(file).map((method) => `${method} ${path}`)),
  ),
);
const calls = [...endpoints, ...redirectCalls].map(({ method, path }) => `${method} ${path}`);
const byteCalls = Object.entries(allBytePaths).flatMap(([kind, path]) =>
  methods[kind as keyof typeof allBytePaths].map((method) => `${method} ${path}`),
);

test.each(calls)('%s has a route that answers it', (call) => {
  expect(served).toContain(call);
});

test.each(byteCalls.filter((call) => !call.startsWith('OPTIONS')))(
  '%s is answered in development, too',
  (call) => {
    const head = call.replace(/^HEAD /, 'GET '); // Next answers HEAD by GET
    expect(served.has(call) || served.has(head)).toBe(true);
  },
);

test('no route answers what the contract does not name', () => {
  const known = new Set([...calls, ...byteCalls, ...descriptions]);
  const uploads = Object.values(allBytePaths).filter((path) => path.includes('/tus'));
  const isKnown = (call: string) => known.has(call) || uploads.some((path) => call.endsWith(path));
  expect([...served].filter((call) => !isKnown(call))).toEqual([]);
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
