import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' });
const pages = listed.split('\n').filter((file) => file !== '' && fs.existsSync(file));

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, 'code');

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

function anchorsOf(file: string): string[] {
  const text = fs.readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

function brokenLinks(page: string): string[] {
  const links = [...withoutCode(fs.readFileSync(page, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)];
  return links
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : path.join(path.dirname(page), file);
      if (!fs.existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
}

test('there are pages to look at', () => expect(pages.length).toBeGreaterThan(20));

test.each(pages)('all links of %s lead somewhere', (page) => {
  expect(brokenLinks(page)).toEqual([]);
});

test('docs/develop/reliability.md describes every program of test/faults', () => {
  const text = fs.readFileSync('docs/develop/reliability.md', 'utf8');
  const programs = fs.readdirSync('test/faults').filter((file) => file.endsWith('.ts') && file !== 'run.ts');
  expect(programs.filter((file) => !text.includes(`| \`${path.basename(file, '.ts')}\``))).toEqual([]);
});

/** Lists that people search rather than read. */
const references = ['docs/operate/configure.md', 'docs/decisions/0010-dependencies.md'];
const readPages = pages.filter((page) => /^docs\/|^(README|CONTRIBUTING)\.md$/.test(page));

test.each(readPages.filter((page) => !references.includes(page)))('%s has at most 1,500 words', (page) => {
  const words = withoutCode(fs.readFileSync(page, 'utf8')).split(/\s+/).filter(isWord);
  expect(words.length, 'Give a part of it a page of its own.').toBeLessThanOrEqual(1_500);
});

/** Ignores bars and dashes of tables and drawings. */
const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text);
