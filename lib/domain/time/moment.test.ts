import { expect, test } from 'vitest';
import { dateTimeFormat, timeFormat, zonedDateTimeFormat } from './moment';

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
