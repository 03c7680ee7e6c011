import fs from 'node:fs';
import { expect, test } from 'vitest';

const { dependencies, devDependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
const versions: [name: string, version: string][] = Object.entries({ ...dependencies, ...devDependencies });
const reasons = fs.readFileSync('docs/decisions/0010-dependencies.md', 'utf8').split('\n');
const named = reasons
  .filter((line) => line.startsWith('|'))
  .flatMap((line) => line.split('|')[1]?.split(',') ?? []);

test.each(versions)('%s has its reason and one version', (name, version) => {
  const group = name.startsWith('@types/') ? '@types/*' : name;
  expect(named.map((one) => one.trim())).toContain(group);
  expect(version).toMatch(/^\d|^npm:.+@\d/);
});
