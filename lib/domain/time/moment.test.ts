import { expect, test } from 'vitest';
import { dateTimeFormat, largestUnit, timeFormat, timeLeft, zonedDateTimeFormat } from './moment';

const locales = ['en-GB', 'de', 'fr', 'ja', 'cs', 'es', 'it', 'pt-BR'];

test.each(locales)('the clock has twenty-four hours in %s', (locale) => {
  const late = Date.UTC(2026, 2, 4, 0, 6);
  for (const options of [
    dateTimeFormat('medium'),
    dateTimeFormat('full', 'long'),
    zonedDateTimeFormat,
    timeFormat,
  ]) {
    const format = (millis: number) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(millis);
    expect(format(late)).toMatch(/\b0?0:06/);
    expect(format(late + 17 * 3_600_000)).toMatch(/\b17:06/);
  }
});

test.each(locales)('a moment can say its zone in %s', (locale) => {
  const format = new Intl.DateTimeFormat(locale, { ...zonedDateTimeFormat, timeZone: 'UTC' });
  expect(format.format(Date.UTC(2026, 2, 4))).toMatch(/2026.*00:00.*UTC/);
});

const minute = 60_000;

test.each([
  [0, { hours: 0, minutes: 0, seconds: 5 }],
  [11_000, { hours: 0, minutes: 0, seconds: 15 }],
  [57_000, { hours: 0, minutes: 1, seconds: 0 }],
  [61_000, { hours: 0, minutes: 2, seconds: 0 }],
  [59.5 * minute, { hours: 1, minutes: 0, seconds: 0 }],
  [61 * minute, { hours: 1, minutes: 5, seconds: 0 }],
  [26 * 60 * minute, { hours: 26, minutes: 0, seconds: 0 }],
])('%i ms are said as %o', (ms, said) => {
  expect(timeLeft(ms)).toEqual(said);
});

const hour = 3_600_000;

test.each([
  [-5, 'minute', 1],
  [59_000, 'minute', 1],
  [hour - 1, 'hour', 1],
  [59.4 * 60_000, 'minute', 59],
  [hour, 'hour', 1],
  [23.4 * hour, 'hour', 23],
  [24 * hour - 1, 'day', 1],
  [7 * 24 * hour - 1, 'day', 7],
  [60 * 24 * hour, 'day', 60],
  [61 * 24 * hour, 'month', 2],
  [365 * 24 * hour, 'month', 12],
])('%d ms are told as %s, %d of them', (ms, unit, amount) => {
  expect(largestUnit(ms)).toEqual({ unit, amount });
});
