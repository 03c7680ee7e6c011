import { expect, test } from 'vitest';
import { validityChoices, validityOptionsFor } from './validity';

const day = 24 * 3600 * 1000;

test('the nearest of the usual periods stands for one that is none', () => {
  const { choices, chosenMs } = validityOptionsFor(5_000_000, 7 * day);
  expect(choices).toEqual(validityChoices.map(({ ms }) => ms).filter((ms) => ms <= 7 * day));
  expect(chosenMs).toBe(3_600_000);
  expect(validityOptionsFor(day, 7 * day).chosenMs).toBe(day);
});

test('nothing above the maximum is offered, and what lies above it becomes the nearest that is', () => {
  expect(validityOptionsFor(300 * day, 10 * day)).toEqual({
    choices: validityChoices.map(({ ms }) => ms).filter((ms) => ms <= 7 * day),
    chosenMs: 7 * day,
  });
});
