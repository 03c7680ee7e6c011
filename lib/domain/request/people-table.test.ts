import { expect, test } from 'vitest';
import { findWrongPeople, readPeople } from './people-table';

const names = (text: string) => readPeople(text).people.map(({ name, address }) => [name, address]);

test.each([
  ['tabs', 'Ada\tada@example.org\nBob\tbob@example.org'],
  ['semicolons', 'Ada;ada@example.org\r\nBob;bob@example.org\r\n'],
  ['commas', 'Ada,ada@example.org\nBob,bob@example.org'],
  ['a BOM', '\uFEFFAda;ada@example.org\nBob;bob@example.org'],
  ['the address first', 'ada@example.org;Ada\nbob@example.org;Bob'],
  ['titles', 'Name;E-Mail\nAda;ada@example.org\nBob;bob@example.org'],
  ['empty lines', '\n\nAda,ada@example.org\n\nBob,bob@example.org\n\n'],
  ['addresses as mail programs write them', 'Ada <ada@example.org>\n"Bob" <bob@example.org>'],
])('a table with %s is read', (_, text) => {
  expect(names(text)).toEqual([
    ['Ada', 'ada@example.org'],
    ['Bob', 'bob@example.org'],
  ]);
  expect(readPeople(text).wrong).toEqual([]);
});

test('quotes hold separators, line ends and doubled quotes; a quote within a text is itself', () => {
  expect(names('"Lovelace; ""Ada""\nCountess";ada@example.org\n5" pipe;bob@example.org')).toEqual([
    ['Lovelace; "Ada" Countess', 'ada@example.org'],
    ['5" pipe', 'bob@example.org'],
  ]);
});

test('names in five scripts stay as they are, and wide signs are read', () => {
  const people = ['Žofie Nováková', '山田 太郎', 'Анна Каренина', 'محمد علي', 'Ελένη'];
  const text = people.map((name, at) => `${name}\tp${at}＠example.org`).join('\n');
  expect(names(text)).toEqual(people.map((name, at) => [name, `p${at}@example.org`]));
});

test('titles in the reader’s language say which column is what', () => {
  const text = 'Sprache;Name;E-Mail-Adresse;Fällig am;Nachricht\nde;Ada;ada@example.org;2026-12-15;Danke!';
  expect(readPeople(text).people).toEqual([
    {
      row: 2,
      name: 'Ada',
      address: 'ada@example.org',
      language: 'de',
      timezone: null,
      due: '2026-12-15',
      message: 'Danke!',
    },
  ]);
});

test('errors are named by row and field, including doubled and already asked people', () => {
  const text =
    'Name,Mail,Due\nAda,ada@example.org,2026-02-30\n,bob@example.org,\nEve,eve at home,\nAda,ADA@example.org,';
  expect(readPeople(text).wrong).toEqual([
    { row: 2, field: 'due', reason: 'notADate' },
    { row: 3, field: 'name', reason: 'missing' },
    { row: 4, field: 'address', reason: 'notAnEmail' },
    { row: 5, field: 'address', reason: 'twice' },
  ]);
  const people = [{ row: 1, name: 'Bob', address: 'Bob@example.org' }];
  expect(findWrongPeople(people, new Set(['bob@example.org']))).toEqual([
    { row: 1, field: 'address', reason: 'twice' },
  ]);
});

test('texts that nobody wrote as a table take as long as their length', () => {
  for (const sign of ['"', ';', '"";', '@', '<', '\t"']) {
    const began = performance.now();
    readPeople(sign.repeat(200_000));
    expect(performance.now() - began, sign).toBeLessThan(10_000);
  }
});

test('an address that no mail server takes for its length is called too long', () => {
  const addressOf = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`;
  const people = [{ row: 1, name: 'Ada', address: addressOf(255) }];
  expect(findWrongPeople(people, new Set())).toEqual([{ row: 1, field: 'address', reason: 'tooLong' }]);
});
