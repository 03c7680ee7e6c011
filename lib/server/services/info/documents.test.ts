import fs from 'node:fs';
import { expect, test } from 'vitest';
import { listDocuments, readDocument } from './documents';

const root = process.cwd();

test('a page of the docs is shown with its title, without screenshots', async () => {
  const page = await readDocument(root, 'guide', 'share');
  expect(page?.title).toBe('Share files');
  expect(page?.text).toContain('## Send files by link');
  expect(page?.text).not.toContain('![');
});

test.each(['nowhere', '../operate/mail', '..', 'README.md', 'a\0b', ''])(
  'there is no page %j of the docs',
  async (name) => {
    expect(await readDocument(root, 'guide', name)).toBeNull();
  },
);

test('the list of an area names each of its pages', async () => {
  const names = (await listDocuments(root, 'operate')).map(({ name }) => `${name}.md`);
  expect(names.sort()).toEqual(fs.readdirSync('docs/operate').sort());
});

test('an installation without docs lists none', async () => {
  expect(await listDocuments('/nowhere', 'operate')).toEqual([]);
});
