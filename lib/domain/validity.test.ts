import { expect, test } from 'vitest';
import { validitiesBeside, validityChoices } from './validity';

const day = 24 * 3600 * 1000;

test('what something has now is offered beside the usual periods, in its place and once', () => {
  const { choices, chosenMs } = validitiesBeside(3 * day, 7 * day);
  expect(choices.slice(-4)).toEqual([2 * day, 3 * day, 4 * day, 7 * day]);
  expect(chosenMs).toBe(3 * day);
  expect(validitiesBeside(day, 7 * day).choices.filter((ms) => ms === day)).toHaveLength(1);
});

test('nothing above the maximum is offered, and what lies above it becomes the nearest that is', () => {
  expect(validitiesBeside(300 * day, 10 * day)).toEqual({
    choices: validityChoices.map(({ ms }) => ms).filter((ms) => ms <= 7 * day),
    chosenMs: 7 * day,
  });
});

test('a maximum that is no usual period itself can be kept by who has it', () => {
  expect(validitiesBeside(10 * day, 10 * day)).toMatchObject({ chosenMs: 10 * day });
  expect(validitiesBeside(10 * day, 10 * day).choices.at(-1)).toBe(10 * day);
});
