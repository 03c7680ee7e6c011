import { expect, test } from 'vitest';
import type { TableLine } from '@/lib/server/services/delivery/table';
import { unzipped } from '@/testing/service/zip';
import { workbookOf } from './workbook';

const line: TableLine = {
  shareId: 'share-id',
  number: 1,
  at: new Date('2026-03-29T00:59:30Z'),
  name: null,
  email: null,
  reference: null,
  isLate: false,
  isDone: true,
  note: null,
  files: 2,
  sizeBytes: 3_000_000_000,
  answers: [],
};
const reader = { locale: 'en', baseUrl: 'https://files.example.org', asker: 'ada' } as const;

async function* inParts(lines: TableLine[]) {
  yield lines;
}

const made = (lines: TableLine[], questions: string[] = [], timeZone = 'Europe/Berlin') =>
  workbookOf({ aliasName: 'Papers', questions, lines: inParts(lines) }, { ...reader, timeZone });

const plain = (xml: string) =>
  xml.replace(
    /&(lt|gt|quot|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? '',
  );

/** What each cell holds, as a spreadsheet reads it: a text, or a number in its format. */
async function cellsOf(...given: Parameters<typeof made>): Promise<Record<string, string | number>> {
  const parts = unzipped(Buffer.from(await made(...given)));
  const texts = [...(parts['xl/sharedStrings.xml'] ?? '').matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)];
  const cells = (parts['xl/worksheets/sheet1.xml'] ?? '').matchAll(
    /<c r="(\w+)"([^>]*)><v>([^<]*)<\/v><\/c>/g,
  );
  return Object.fromEntries(
    [...cells].map(([, place = '', kind = '', value]) => [
      place,
      kind.includes('t="s"') ? plain(texts[Number(value)]?.[1] ?? '') : Number(value),
    ]),
  );
}

/** Days since 1900, as spreadsheets count them. */
const daysOf = (iso: string) => Date.parse(iso) / 86_400_000 + 25_569;

test('texts stay as they were written, and numbers are numbers', async () => {
  const texts = ['0049', '=1+1', '_x0041_', ' two\nlines ', '<b>&"', '2027-01-02'];
  const questions = texts.map((_, n) => `Question ${n}`);
  const answers = texts.map((value) => ({ value, isDay: false }));
  const cells = await cellsOf([{ ...line, name: '00123', answers }], questions);
  expect(cells).toMatchObject({ A2: 1, C2: '00123', M2: 'yes', O2: 2, P2: 3_000_000_000 });
  expect(
    Object.entries(cells)
      .filter(([place]) => /^[F-K]2$/.test(place))
      .map(([, text]) => text),
  ).toEqual(texts.with(2, '_x005F_x0041_'));
  expect(cells).toMatchObject({ F1: 'Question 0', Q2: 'https://files.example.org/app/upload/share-id' });
});

test('times are what the reader’s clock showed, also around a change of clocks; days are days', async () => {
  const later = {
    ...line,
    at: new Date('2026-03-29T01:00:30Z'),
    answers: [{ value: '2027-01-02', isDay: true }],
  };
  const cells = await cellsOf([line, later], ['When?']);
  expect(cells.B1).toBe('Received (Europe/Berlin)');
  expect(cells.B2).toBeCloseTo(daysOf('2026-03-29T01:59:30Z'), 8);
  expect(cells.B3).toBeCloseTo(daysOf('2026-03-29T03:00:30Z'), 8);
  expect(cells.F3).toBe(daysOf('2027-01-02T00:00:00Z'));
  expect((await cellsOf([line], [], 'America/New_York')).B2).toBeCloseTo(daysOf('2026-03-28T20:59:30Z'), 8);
});

test('values too long for a cell are cut or left out, and the file stays readable', async () => {
  const note = `\u0000\u0008\u000b${'🐳'.repeat(20_000)}`;
  const cells = await cellsOf([{ ...line, note, name: 'half \ud800' }]);
  const text = String(cells.H2);
  expect(text.length).toBeLessThanOrEqual(32_767);
  expect(text).toMatch(/^🐳+$/u);
  expect(cells.C2).toMatch(/^half/);
});

test('ten thousand deliveries fit, and many more are refused in words', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...line, number: n + 1, note: `Note ${n}` }));
  expect((await cellsOf(many(10_000))).A10001).toBe(10_000);
  await expect(made(many(20_001))).rejects.toMatchObject({ code: 'delivery.tableTooLarge' });
  const long = many(700).map((one) => ({ ...one, note: 'x'.repeat(32_000) }));
  await expect(made(long)).rejects.toMatchObject({ code: 'delivery.tableTooLarge' });
});
