import { expect, test } from 'vitest';
import { maxCount, numberFlaw, numberIn } from './limits';

test.each([
  ['1', null],
  [' 30 ', null],
  ['+2', null],
  ['３０', null],
  [String(maxCount), null],
  ['', { kind: 'notANumber', text: '' }],
  ['abc', { kind: 'notANumber', text: 'abc' }],
  ['1.5', { kind: 'notANumber', text: '1.5' }],
  ['1e3', { kind: 'notANumber', text: '1e3' }],
  ['٣', { kind: 'notANumber', text: '٣' }],
  ['0', { kind: 'atLeast', min: 1 }],
  ['-1', { kind: 'atLeast', min: 1 }],
  [String(maxCount + 1), { kind: 'atMost', max: maxCount }],
  ['9'.repeat(400), { kind: 'atMost', max: maxCount }],
])('what is wrong with the number %j', (text, flaw) => {
  expect(numberFlaw(text, 1)).toEqual(flaw);
});

test('full-width digits are read as digits', () => {
  expect([' 30 ', '+2', '３０'].map(numberIn)).toEqual([30, 2, 30]);
});
