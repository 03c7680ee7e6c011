import { expect, test } from 'vitest';
import { csvLine } from './csv';

test.each([
  [['a', 1, ''], 'a,1,\r\n'],
  [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"\r\n'],
  [['ü ; \t', '<b>'], 'ü ; \t,<b>\r\n'],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
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
  expect(csvLine([text]).replace(/^"/, '').startsWith("'")).toBe(true);
});
