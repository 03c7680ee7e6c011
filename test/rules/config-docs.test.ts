import fs from 'node:fs';
import { expect, test } from 'vitest';
import { configurationPage, exampleFile } from '../../scripts/lib/config-docs';

test('docs/operate/configure.md and .env.example say what the program reads (npm run docs:config)', () => {
  expect(fs.readFileSync('docs/operate/configure.md', 'utf8')).toBe(configurationPage());
  expect(fs.readFileSync('.env.example', 'utf8')).toBe(exampleFile());
});
