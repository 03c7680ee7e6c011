import { expect, test, vi } from 'vitest';
import { withinTime } from './within-time';

const forever = (text: string) => {
  while (text !== '') text += '';
  return text;
};

test('what is read in time is answered', () => {
  expect(withinTime('plans', (text) => text.toUpperCase())).toBe('PLANS');
});

test('what takes too long is broken off, and not tried again', () => {
  const began = performance.now();
  expect(withinTime('endless', forever)).toBeNull();
  expect(performance.now() - began).toBeLessThan(3_000);
  const again = vi.fn();
  expect(withinTime('endless', again)).toBeNull();
  expect(again).not.toHaveBeenCalled();
  expect(withinTime('another', (text) => text)).toBe('another');
});

test('what fails is no answer', () => {
  const deeper = (text: string): string => deeper(`${text}>`) + text;
  expect(withinTime('deep', deeper)).toBeNull();
});
