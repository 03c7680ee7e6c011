import Mustache from 'mustache';
import { describe, expect, test } from 'vitest';
import { tokensOf } from './template-tags';

/** Chance that is the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const pieces = [
  '{{',
  '}}',
  '{{{',
  '}}}',
  '{{#a}}',
  '{{/a}}',
  '{{^a}}',
  '{{! c }}',
  '{{> p}}',
  '{{&b}}',
  '{{=<% %>=}}',
];
pieces.push(
  '<%={{ }}=%>',
  '<%a%>',
  '{{{a}}}',
  '{{ a }}',
  ' ',
  '\t',
  '\n',
  'a',
  '=',
  '#',
  '}',
  '{',
  'x y',
  '{{ # a }}',
);

const read = (parse: (template: string) => unknown, template: string) => {
  try {
    return JSON.stringify(parse(template));
  } catch {
    return 'broken';
  }
};

/** Of a partial the library also notes how far it is indented; there are none here. */
const parsedByLibrary = (template: string): unknown =>
  JSON.parse(JSON.stringify(new Mustache.Writer().parse(template)), (_, value) =>
    Array.isArray(value) && value[0] === '>' ? value.slice(0, 4) : value,
  );

test('ten thousand templates are read as the library reads them', () => {
  const roll = dice(7);
  let whole = 0;
  for (let n = 0; n < 10_000; n++) {
    const template = Array.from({ length: 1 + roll(9) }, () => pieces[roll(pieces.length)]).join('');
    const own = read(tokensOf, template);
    expect({ template, own }).toEqual({ template, own: read(parsedByLibrary, template) });
    if (own !== 'broken') whole++;
  }
  expect(whole).toBeGreaterThan(2000);
});

const size = 65_000;
const fill = (piece: string) => piece.repeat(Math.floor(size / piece.length));

describe('64 KiB that a stranger made up are read in a moment', () => {
  test.each([
    ['a tag, blanks and no end', `{{x${fill(' ')}`],
    ['a raw one', `{{{x${fill(' ')}`],
    ['a raw one that is closed, then blanks', `{{{x}}}${fill(' ')}`],
    ['blanks before the end', `{{x${fill(' ')}}}`],
    ['a change of marks without an end', `{{=x${fill(' ')}`],
    ['other marks, many tags', `{{=< >=}}${fill('<x>')}`],
    ['long marks', `{{=${'a'.repeat(30_000)}b ${'c'.repeat(30_000)}=}}`],
    ['openings alone', fill('{{')],
    ['openings and blanks', fill('{{ ')],
    ['closings alone', `{{${fill('}')}`],
    ['lines of blanks', `{{#a}}${fill(' \n')}{{/a}}`],
    ['one line of tags', fill('{{!}} ')],
    ['sections in sections', fill('{{#a}}')],
    ['braces', `{{a${fill('{')}`],
  ])('%s', (_, template) => {
    const began = performance.now();
    read(tokensOf, template);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
