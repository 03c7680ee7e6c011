import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexDocuments, searchDocuments } from '@/lib/domain/document/search';
import type { DocumentSection } from '@/lib/domain/document/sections';
import { variables } from '@/lib/server/config/variables';
import { makeSite } from '../scripts/docs-site/make-site';
import { sourcePages } from '../scripts/docs-site/source-pages';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-site-'));
const pages = new Map<string, string>();

beforeAll(async () => {
  await makeSite(folder);
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.html')) pages.set(file, fs.readFileSync(path.join(folder, file), 'utf8'));
  }
});

afterAll(() => fs.rmSync(folder, { recursive: true }));

const idsOf = (html: string) => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
const decoded = (text: string) => decodeURIComponent(text.replaceAll('&amp;', '&'));

test('every document of the repository is a page of the site', () => {
  const sources = sourcePages(process.cwd()).map(({ address }) => address);
  expect([...pages.keys()].sort()).toEqual([...sources, 'search.html'].sort());
  expect(pages.size).toBeGreaterThan(60);
});

test('every link, picture, script and style leads to something on the site, without a server', () => {
  const broken = [...pages].flatMap(([file, html]) =>
    [...html.matchAll(/\s(?:href|src|action)="([^"]*)"/g)]
      .map(([, target = '']) => decoded(target))
      .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(file, target))
      .map((target) => `${file}: ${target}`),
  );
  expect(broken).toEqual([]);
});

function leadsSomewhere(from: string, target: string): boolean {
  if (target.startsWith('/')) return false;
  const [address = '', anchor] = target.split('#');
  const file = address === '' ? from : path.posix.join(path.posix.dirname(from), address);
  if (!fs.existsSync(path.join(folder, file))) return false;
  return anchor === undefined || idsOf(pages.get(file) ?? '').includes(anchor);
}

test('every setting has an address', () => {
  const ids = idsOf(pages.get('operate/configure.html') ?? '');
  expect(Object.keys(variables).filter((name) => !ids.includes(name.toLowerCase()))).toEqual([]);
});

test('names of templates stay as they are written', () => {
  expect(pages.get('operate/mail-templates.html')).toContain('{{#password}}');
});

describe('for people who hear the pages', () => {
  test('each has a language, a title of its own, one main heading and no skipped one', () => {
    const titles = [...pages.values()].map((html) => /<title>(.*)<\/title>/.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(pages.size);
    const odd = [...pages].filter(([, html]) => {
      const levels = [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
      const skipped = levels.some((level, at) => level > (levels[at - 1] ?? 0) + 1);
      return (
        !html.includes('<html lang="en">') || levels.filter((level) => level === 1).length !== 1 || skipped
      );
    });
    expect(odd.map(([file]) => file)).toEqual([]);
  });

  test('no id is there twice, and every picture has words', () => {
    const twice = [...pages].flatMap(([file, html]) => {
      const ids = idsOf(html);
      return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${file}#${id}`);
    });
    expect(twice).toEqual([]);
    expect([...pages].filter(([, html]) => /<img(?![^>]*\salt="[^"]+")/.test(html))).toEqual([]);
  });

  test.each(['light', 'dark'])('text and links can be read on %s pages', (theme) => {
    const css = fs.readFileSync('scripts/docs-site/site.css', 'utf8');
    const colours = Object.fromEntries(
      [...css.matchAll(/--(\w+): light-dark\(#(\w{6}), #(\w{6})\);/g)].map(
        ([, name = '', light = '', dark = '']) => [name, theme === 'dark' ? dark : light],
      ),
    );
    for (const text of ['ink', 'muted', 'link'])
      for (const ground of ['canvas', 'sunken'])
        expect(ratio(colours[text] ?? '', colours[ground] ?? ''), `${text} on ${ground}`).toBeGreaterThan(
          4.5,
        );
  });
});

function ratio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([
  ['2FA', 'operate/two-factor.html'],
  ['E2EE', 'use/encryption.html'],
  ['Wasabi', 'operate/s3.html'],
  ['GDPR', 'operate/privacy.html'],
  ['WebDAV', 'compare.html'],
])('the search on the site finds %s at %s', (words, page) => {
  const place: { documents: DocumentSection[] } = { documents: [] };
  vm.runInNewContext(fs.readFileSync(path.join(folder, 'documents.js'), 'utf8'), place);
  const found = searchDocuments(indexDocuments(place.documents), words).map(({ address }) => address);
  expect(found.slice(0, 3).map((address) => address.replace(/#.*/, ''))).toContain(page);
  for (const address of found) expect(leadsSomewhere('search.html', address), address).toBe(true);
});

test('a folder with other files is not emptied', async () => {
  const other = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-other-'));
  fs.writeFileSync(path.join(other, 'thesis.txt'), 'years of work');
  await expect(makeSite(other)).rejects.toThrow('has other files');
  expect(fs.readdirSync(other)).toEqual(['thesis.txt']);
  fs.rmSync(other, { recursive: true });
});
