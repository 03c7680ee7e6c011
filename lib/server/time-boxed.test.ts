import { expect, test, vi } from 'vitest';
import { timeBoxed } from './time-boxed';

const forever = (text: string) => {
  while (text !== '') text += '';
  return text;
};

test('what is read in time is answered', () => {
  expect(timeBoxed('plans', (text) => text.toUpperCase())).toBe('PLANS');
});

test('what takes too long is broken off, and not tried again', () => {
  const began = performance.now();
  expect(timeBoxed('endless', forever)).toBeNull();
  expect(performance.now() - began).toBeLessThan(3_000);
  const again = vi.fn();
  expect(timeBoxed('endless', again)).toBeNull();
  expect(again).not.toHaveBeenCalled();
  expect(timeBoxed('another', (text) => text)).toBe('another');
});

test('what fails is no answer', () => {
  const deeper = (text: string): string => deeper(`${text}>`) + text;
  expect(timeBoxed('deep', deeper)).toBeNull();
});
