import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '@/lib/contract/index';

const root = path.resolve(import.meta.dirname, '..');

/** `METHOD path` of every call that a route file answers by the contract. */
function routes(): string[] {
  const files = fs.readdirSync(path.join(root, 'app/api/v2'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('route.ts'))
    .flatMap((file) => {
      const url = `/api/v2/${path.dirname(file)}`.replaceAll(/\[(\w+)\]/g, '{$1}');
      const source = fs.readFileSync(path.join(root, 'app/api/v2', file), 'utf8');
      const calls = source.matchAll(/export const (\w+) = route\(\s*\w+\.\w+/g);
      return [...calls].map(([, method]) => `${method} ${url}`);
    });
}

test('every declared call has its route file, and no route file answers an undeclared one', () => {
  expect(routes().sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort());
});
