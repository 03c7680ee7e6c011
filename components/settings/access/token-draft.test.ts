import { expect, test } from 'vitest';
import { emptyDraft, flawsOf, networksIn, validityOf } from './token-draft';

const noon = Date.UTC(2026, 10, 26, 12);
const draft = emptyDraft(noon);

test('a new access token may do what `slipway send` needs for ninety days, one of a tool only upload', () => {
  expect(draft).toMatchObject({ scopes: ['upload', 'read', 'manage'], day: '2027-02-24' });
  expect(emptyDraft(noon, 'ShareX').scopes).toEqual(['upload']);
});

test('the chosen day is the last one, in the reader’s own zone', () => {
  expect(validityOf({ ...draft, day: '2026-11-26' }, noon, 'UTC')).toBe(12 * 3600 * 1000);
  expect(validityOf({ ...draft, day: '2026-11-26' }, noon, 'Europe/Berlin')).toBe(11 * 3600 * 1000);
});

test.each(['', '2026-02-30', '2026-11-25', '2036-12-01', 'tomorrow'])('%j is no day for its end', (day) => {
  expect(flawsOf({ ...draft, name: 'x' }, validityOf({ ...draft, day }, noon, 'UTC'))).toEqual([
    'untilWrong',
  ]);
});

test('a name and something to do are needed', () => {
  expect(flawsOf({ ...draft, name: ' ', scopes: [] }, 1000)).toEqual(['nameMissing', 'scopesMissing']);
});

test('networks are told apart by what people put between them', () => {
  expect(networksIn(' 192.0.2.7, 10.1.0.0/16;fd00::/8\n')).toEqual(['192.0.2.7', '10.1.0.0/16', 'fd00::/8']);
});
