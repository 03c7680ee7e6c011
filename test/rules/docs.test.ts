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

test('docs/, README.md and CONTRIBUTING.md can be read in an hour: at most 17,000 words', () => {
  const counted = pages.filter((file) => /^docs\/|^(README|CONTRIBUTING)\.md$/.test(file));
  const words = counted.map((file) => fs.readFileSync(file, 'utf8').split(/\s+/).filter(isWord).length);
  const sum = words.reduce((all, count) => all + count, 0);
  expect(sum, 'Say something old in fewer words.').toBeLessThanOrEqual(17_000);
});

/** Ignores bars and dashes of tables and drawings. */
const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text);
