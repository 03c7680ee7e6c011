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
  const named = [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id);
  return [...[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)), ...named];
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
const references = [
  'docs/operate/configure.md',
  'docs/use/errors.md',
  'docs/develop/threat-model.md',
  'docs/decisions/0010-dependencies.md',
];
const readPages = pages.filter((page) => /^docs\/|^(README|CONTRIBUTING)\.md$/.test(page));

test.each(readPages.filter((page) => !references.includes(page)))('%s has at most 1,500 words', (page) => {
  const words = withoutCode(fs.readFileSync(page, 'utf8')).split(/\s+/).filter(isWord);
  expect(words.length, 'Give a part of it a page of its own.').toBeLessThanOrEqual(1_500);
});

/** For somebody in a hurry: one task each. */
const shortPages = ['secret', 'sizing', 'psql', 'domain', 'incident', 'verify'];

test.each(shortPages)('docs/operate/%s.md has at most 150 words', (name) => {
  const page = withoutCode(fs.readFileSync(`docs/operate/${name}.md`, 'utf8')).split('\n## Related')[0] ?? '';
  expect(page.split(/\s+/).filter(isWord).length).toBeLessThanOrEqual(150);
});

const forReaders = readPages.filter((page) => !/^docs\/(develop|decisions)\//.test(page));

test.each(forReaders)('every block of code of %s says in which language it is', (page) => {
  const fences = [...fs.readFileSync(page, 'utf8').matchAll(/^ *```(\w*)$/gm)].map(
    ([, language]) => language,
  );
  expect(fences.filter((language, at) => at % 2 === 0 && language === '')).toEqual([]);
});

test.each(forReaders.filter((page) => /^docs\/operate\//.test(page)))(
  '%s ends with what to read next',
  (page) => {
    expect(fs.readFileSync(page, 'utf8')).toMatch(/\n## Related\n|npm run docs:config/);
  },
);

/** Ignores bars and dashes of tables and drawings. */
const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

type Texts = { [key: string]: string | Texts };
const textsIn = (texts: Texts): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : textsIn(text)));
const labels = textsIn(JSON.parse(fs.readFileSync('messages/en.json', 'utf8')));
/** Pages for people in front of the screens; those for programs use bold words for other things. */
const forPeople = ['share', 'receive', 'albums', 'encryption', 'phone', 'account', 'problems'];

test.each(forPeople)('every bold word of docs/use/%s.md is a label of the product', (name) => {
  const page = withoutCode(fs.readFileSync(`docs/use/${name}.md`, 'utf8'));
  const bold = [...page.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label);
  const parts = (label: string) => label.split('…').map((part) => part.trim());
  const isLabel = (label: string) =>
    labels.some(
      (text) => text === label || (label.includes('…') && parts(label).every((part) => text.includes(part))),
    );
  expect(bold.filter((label) => !isLabel(label))).toEqual([]);
});

test.each(readPages)('no paragraph of %s has more than five sentences', (page) => {
  const paragraphs = withoutCode(fs.readFileSync(page, 'utf8')).split(/\n\s*\n|\n(?=\s*(?:[-|>]|\d+\.))/);
  const long = paragraphs.filter((text) => (text.match(/[^.][.!?](?=\s+\p{Lu})/gu) ?? []).length > 5);
  expect(long).toEqual([]);
});

const doctorWords = JSON.parse(fs.readFileSync('messages/en.json', 'utf8')).doctor;
/** What the doctor may say of a check, with any values. */
function doctorSays(line: string): boolean {
  const [, title = '', said = ''] = /^(?:[✓!✗–] )?([^:]+): (.*)$/.exec(line) ?? [];
  const key = Object.keys(doctorWords.check).find((name) => doctorWords.check[name] === title);
  const texts: string[] = key === undefined ? [] : Object.values(doctorWords.said[key]);
  const plural = /\{count, plural, one \{([^}]*)\} other \{#([^}]*)\}\}/;
  return texts
    .flatMap((text) => [text.replace(plural, '$1'), text.replace(plural, '{}$2')])
    .some((text) => text.split(/\{\w*\}/).every((part) => said.includes(part)));
}

test('output of the doctor in documents is what it prints', () => {
  const titles: string[] = Object.values(doctorWords.check);
  const lines = readPages
    .flatMap((page) => fs.readFileSync(page, 'utf8').split('\n'))
    .map((line) => line.trim())
    .filter((line) => /^[✓!✗–] /.test(line) || titles.some((title) => line.startsWith(`${title}: `)));
  expect(lines.length).toBeGreaterThan(6);
  expect(lines.filter((line) => !doctorSays(line))).toEqual([]);
});
