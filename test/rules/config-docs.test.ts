import fs from 'node:fs';
import { expect, test } from 'vitest';
import { errors } from '@/lib/contract/errors';
import { variables } from '@/lib/server/config/variables';
import { configurationPage, exampleFile } from '../../scripts/lib/config-docs';
import { errorPage } from '../../scripts/lib/error-docs';

test('docs/operate/configure.md and .env.example say what the program reads (npm run docs:config)', () => {
  expect(fs.readFileSync('docs/operate/configure.md', 'utf8')).toBe(configurationPage());
  expect(fs.readFileSync('.env.example', 'utf8')).toBe(exampleFile());
});

test('docs/use/errors.md says what each error code means (npm run docs:config)', () => {
  const page = fs.readFileSync('docs/use/errors.md', 'utf8');
  expect(page).toBe(errorPage());
  expect(Object.keys(errors).filter((code) => !page.includes(`| \`${code}\` `))).toEqual([]);
});

test('every setting has an address of its own on the page, which no heading has', () => {
  const page = configurationPage();
  const ids = [...page.matchAll(/<a id="([a-z0-9_]+)"><\/a>/g)].map(([, id]) => id);
  expect(ids.sort()).toEqual(
    Object.keys(variables)
      .map((name) => name.toLowerCase())
      .sort(),
  );
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  expect(headings.filter((heading) => ids.includes(heading))).toEqual([]);
});
