import fs from 'node:fs';
import { expect, test } from 'vitest';
import { isOpenPage } from '@/lib/paths';

const pages = fs
  .readdirSync('app/app', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\/page\.tsx$/.test(name) && !name.startsWith('[[...rest]]'))
  .map((name) => {
    const url = name.replace(/\/page\.tsx$/, '').replace(/\([\w-]+\)\//g, '');
    return { url: `/app/${url.replace(/\[\w+\]/g, 'x1')}`, isOpen: !name.startsWith('(signed-in)/') };
  });

test('there are pages of both kinds', () => {
  expect(pages.map(({ url }) => url)).toContain('/app/share/x1');
  expect(pages.map(({ url }) => url)).toContain('/app/account/new');
});

test.each(pages)('$url is open to everybody: $isOpen', ({ url, isOpen }) => {
  expect(isOpenPage(url)).toBe(isOpen);
});

test('an unknown page below /app is home and needs a session, one elsewhere does not', () => {
  expect(isOpenPage('/app')).toBe(false);
  expect(isOpenPage('/app/nowhere')).toBe(false);
  expect(isOpenPage('/nowhere')).toBe(true);
});
