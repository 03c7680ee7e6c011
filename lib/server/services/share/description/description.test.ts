import { describe, expect, test } from 'vitest';
import type { ShareFile } from '@/lib/contract/share/file';
import { renderDescription } from './description';

const file = (n: number, filename: string): ShareFile => ({
  id: `file-${n}`,
  filename,
  path: '',
  size: 1536 * n,
  storedSize: 1536 * n,
  complete: true,
  mimetype: 'text/plain',
  checksum: `sum-${n}`,
  crc32: null,
  lastModified: null,
  created: 0,
});

const source = (names: string[] = ['report.final.pdf', 'b & c.txt']) => ({
  key: 'share-key',
  openKey: 'link-key',
  files: names.map((name, n) => file(n + 1, name)),
  urlOf: (id: string) => `https://files.example.org/x/${id}?a=b`,
});

test.each([
  ['{{key}} {{openKey}}', 'share-key link-key'],
  ['{{file.0.name}} is {{file.0.size}} or {{file.0.length}}', 'report.final.pdf is 1.50K or 1536'],
  [
    '{{file.1.filename}}, {{file.1.mimetype}}, {{file.1.checksum}}, {{file.1.id}}',
    'b &amp; c.txt, text/plain, sum-2, file-2',
  ],
  ['{{filename.reportfinalpdf.id}}', 'file-1'],
  ['{{filename.b & ctxt.id}}', 'file-2'],
  ['{{#filename.reportfinalpdf}}{{name}}{{/filename.reportfinalpdf}}', 'report.final.pdf'],
  ['{{#files}}- {{name}}\n{{/files}}', '- report.final.pdf\n- b &amp; c.txt\n'],
  ['{{#files}}{{key}}:{{id}} {{/files}}', 'share-key:file-1 share-key:file-2 '],
  ['{{files.length}} files', '2 files'],
  ['{{^files}}none{{/files}}', ''],
  ['[get]({{file.0.url}})', '[get](https://files.example.org/x/file-1?a=b)'],
  ['{{{file.1.name}}}', 'b & c.txt'],
  ['{{first_name}} {{file.7.url}}', '{{first_name}} {{file.7.url}}'],
  ['\u0024{{ secrets.TOKEN }}', '\u0024{{ secrets.TOKEN }}'],
  ['Dear {{name}}, {{{ user.login }}}', 'Dear {{name}}, {{{ user.login }}}'],
  ['{{#if ready}}\n{{key}}\n{{/if}}\n', '{{#if ready}}\nshare-key\n{{/if}}\n'],
  ['{{filename}} {{files}}', '{{filename}} {{files}}'],
  ['{{file.0.checksum}}`{{key}}` {{key}}', 'sum-1`{{key}}` share-key'],
  ['```yaml\nid: {{key}}\n```\n{{key}}', '```yaml\nid: {{key}}\n```\nshare-key'],
  ['- ~~~\n  {{key}}\n  ~~~\n', '- ~~~\n  {{key}}\n  ~~~\n'],
  ['``{{`key`}}`` ` {{key}}', '``{{`key`}}`` ` share-key'],
  ['a ` b\n\n{{key}} `', 'a ` b\n\nshare-key `'],
  ['```\n{{#files}}', '```\n{{#files}}'],
  ['no template at all', 'no template at all'],
  ['{{! a note }}text', 'text'],
  ['{{=<% %>=}}<% key %>', 'share-key'],
])('%j reads %j', (template, text) => expect(renderDescription(template, source())).toBe(text));

test('nothing published has no key to be opened by', () => {
  expect(
    renderDescription('{{openKey}}{{^openKey}}private{{/openKey}}', { ...source(), openKey: null }),
  ).toBe('private');
});

test('no description is none', () => expect(renderDescription(null, source())).toBeNull());

test('the first of two files with the same name counts', () => {
  expect(renderDescription('{{filename.atxt.id}}', source(['a.txt', 'a.txt']))).toBe('file-1');
});

describe('what is broken stays as it was written', () => {
  test.each(['{{', '{{#files}}', '{{/files}}', '{{#a}}{{/b}}', '{{=x=}}', '{{{key}}'])('%j', (template) =>
    expect(renderDescription(template, source())).toBe(template),
  );
});

describe('nothing that objects bring along is found', () => {
  test.each([
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'files.constructor',
    'files.map',
    'files.__proto__',
    'file.0.constructor',
    'file.0.__proto__.polluted',
    'key.length',
    'key.constructor',
    'filename.constructor',
    'filename.__proto__',
  ])('{{%s}}', (name) => {
    const [values, section] = [`{{${name}}}{{{${name}}}}`, `{{#${name}}}in{{/${name}}}`];
    expect([`[${values}]`, `[${values}${section}]`]).toContain(
      renderDescription(`[${values}${section}]`, source()),
    );
  });

  test('not even when files are called like it', () => {
    const hostile = source(['__proto__', 'constructor', 'toString']);
    const template =
      '{{filename.__proto__.id}} {{filename.constructor.id}} {{filename.toString.id}} {{toString}}';
    expect(renderDescription(template, hostile)).toBe('file-1 file-2 file-3 {{toString}}');
    expect(({} as Record<string, unknown>).id).toBeUndefined();
  });

  test('a partial is nothing', () =>
    expect(renderDescription('a{{> /etc/passwd }}b', source())).toBe('a{{> /etc/passwd }}b'));
});

describe('what would become too much stays as it was written, quickly', () => {
  const many = source(Array.from({ length: 10_000 }, (_, n) => `file ${n}.txt`));
  const nested = (depth: number, inside: string) =>
    '{{#files}}'.repeat(depth) + inside + '{{/files}}'.repeat(depth);

  test.each([
    ['files in files in files', nested(3, 'x')],
    ['many sections deep', nested(3000, 'x')],
    ['nothing, very often', nested(4, '')],
    ['a large text for each file', nested(1, 'x'.repeat(60_000))],
    ['names that are not there, looked up far outside', nested(40, '{{a.b.c.d}}')],
    ['inverted sections', '{{#files}}{{^nope}}{{#files}}y{{/files}}{{/nope}}{{/files}}'],
  ])('%s', (_, template) => {
    const began = performance.now();
    expect(renderDescription(template, many)).toBe(template);
    expect(performance.now() - began).toBeLessThan(2000);
  });

  test.each([
    ['a tag without an end', `{{x${' '.repeat(65_000)}`],
    ['backticks', `${'`a``b'.repeat(10_000)}{{x`],
    ['fences', `${'```\n~~~\n'.repeat(2_000)}{{x`],
    ['blanks after a raw tag', `{{{x}}}${' '.repeat(65_000)}{{`],
    ['other marks, thousands of times', `{{=< >=}}${'<x>'.repeat(21_000)}`],
    ['long names for each file', nested(1, `{{${'a.'.repeat(250)}}}`.repeat(120))],
  ])('%s', (_, template) => {
    const began = performance.now();
    expect(renderDescription(template, { ...many, files: many.files.slice(0, 500) })).toBe(template);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test('while a list of two thousand files is fine', () => {
    const list = { ...many, files: many.files.slice(0, 2000) };
    const text = renderDescription('{{#files}}- [{{name}}]({{url}}), {{size}}\n{{/files}}', list);
    expect(text?.split('\n')).toHaveLength(2001);
  });

  test('64 KiB of tags are fine, too', () => {
    expect(renderDescription('{{key}}'.repeat(9300), source())).toBe('share-key'.repeat(9300));
  });
});
