import { expect, test } from 'vitest';
import { clock, moment } from './moment';

const locales = ['en-GB', 'de', 'fr', 'ja', 'cs', 'es', 'it', 'pt-BR'];

test.each(locales)('the clock has twenty-four hours in %s', (locale) => {
  const late = Date.UTC(2026, 2, 4, 0, 6);
  for (const options of [moment('medium'), moment('full', 'long'), clock]) {
    const format = (millis: number) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(millis);
    expect(format(late)).toMatch(/\b0?0:06/);
    expect(format(late + 17 * 3_600_000)).toMatch(/\b17:06/);
  }
});
