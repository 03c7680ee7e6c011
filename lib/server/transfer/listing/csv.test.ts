import { expect, test } from 'vitest';
import { csvLine } from './table-cells';

test.each([
  [['a', 1, ''], ',', 'a,1,\r\n'],
  [['a', 1, ''], ';', 'a;1;\r\n'],
  [['a,b', 'say "x"', 'two\nlines'], ',', '"a,b","say ""x""","two\nlines"\r\n'],
  [['ü ; \t', '<b>'], ',', '"ü ; \t",<b>\r\n'],
  [['1,5', 'a;b'], ';', '"1,5";"a;b"\r\n'],
] as const)('%j with %s', (cells, separator, line) => {
  expect(csvLine(cells, separator)).toBe(line);
});

test.each([
  '=1+1',
  '+49 30',
  '-2',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '\r=1',
  '＝1',
  '\ufeff=1',
  '=HYPERLINK("http://x";"y")',
])('a spreadsheet shows %j, and computes nothing', (text) => {
  expect(csvLine([text], ',').replace(/^"/, '').startsWith("'")).toBe(true);
});

test.each(['a;=1', 'a\t=1', 'a,=1', 'a; =1', 'a;\t+1', 'a\n=1', 'a;;@x', 'a,"=1"; -1', 'a\r\n＝1'])(
  'nor does one that expects another separator take a part of %j for a formula',
  (text) => {
    for (const separator of [',', ';'] as const)
      for (const part of csvLine(['x', text], separator).split(/[;,\t\r\n]/))
        expect(part).not.toMatch(/^[\s\ufeff]*[=+\-@＝＋－＠]/);
  },
);

test('dashes and signs within a line stay as they are', () => {
  const text = 'A well-known a@b.example - 2 = 1+1';
  expect(csvLine([text], ',')).toBe(`${text}\r\n`);
});
