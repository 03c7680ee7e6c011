import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listDocuments } from '@/lib/server/services/info/documents';
import { texts, trees } from '../../scripts/release/files.mjs';

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
const sources = listed.split('\n').filter((file) => file !== '' && fs.existsSync(file));
const isReleased = (file: string) =>
  texts.includes(file) || trees.some((tree) => file.startsWith(`${tree}/`));
const released = sources.filter(isReleased);
const pages = released.filter((file) => file.endsWith('.md'));

test('a release holds every document, and the image with it', () => {
  const docs = sources.filter((file) => /^docs\//.test(file));
  expect(docs.filter((file) => !isReleased(file))).toEqual([]);
  const ignored = fs.readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean);
  const leftOut = released.filter((file) =>
    ignored.some((line) => file === line || file.startsWith(`${line}/`)),
  );
  expect(leftOut).toEqual([]);
});

test.each(pages)('every link and picture of %s leads to something in the release', (page) => {
  const text = fs
    .readFileSync(page, 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, '');
  const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  const lost = targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(page), target).replace(/\/$/, ''))
    .filter((file) => !released.includes(file) && !released.some((one) => one.startsWith(`${file}/`)));
  expect(lost).toEqual([]);
});

test('a running server shows each page of use and operation that the release holds', async () => {
  for (const [area, folder] of [
    ['guide', 'docs/use/'],
    ['operate', 'docs/operate/'],
  ] as const) {
    const shown = (await listDocuments(process.cwd(), area)).map(({ name }) => `${folder}${name}.md`);
    expect(shown.sort()).toEqual(pages.filter((page) => page.startsWith(folder)).sort());
  }
});
