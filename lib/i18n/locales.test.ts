import { expect, test } from 'vitest';
import { languages, localeOfTag, pickLocale, tagOf } from './locales';

test.each([
  ['pt', 'pt-BR'],
  ['pt-BR', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['cs', 'cs'],
  ['cs-CZ', 'cs'],
  ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  ['ja-JP', 'ja'],
  ['es-419', 'es'],
  ['zh-Hant-TW, it-CH;q=0.5', 'it'],
])('a browser that asks for %s gets %s', (header, locale) => {
  expect(pickLocale(undefined, header, 'gb')).toBe(locale);
});

test.each([
  ['en;q=0.5, de;q=0.9', 'de'],
  ['en; q=0.8, fr', 'fr'],
  ['de;q=0, it;q=0.1', 'it'],
  ['es;q=0.7, ja;q=0.7', 'es'],
  ['de;q=often, cs;q=0.2', 'cs'],
])('the weights decide: %s gets %s', (header, locale) => {
  expect(pickLocale(undefined, header, 'gb')).toBe(locale);
});

test('a language whose name only begins like one of ours is not ours', () => {
  expect(pickLocale(undefined, 'den, fro, ita', 'ja')).toBe('ja');
});

test('the choice goes before the browser, the browser before the default', () => {
  expect(pickLocale('pt-BR', 'de', 'fr')).toBe('pt-BR');
  expect(pickLocale('../../x', 'de', 'fr')).toBe('de');
  expect(pickLocale(undefined, '*', 'fr')).toBe('fr');
  expect(pickLocale(undefined, null, 'nonsense')).toBe('en');
});

test('every code is the default of its language', () => {
  for (const { code, locale } of languages) expect(pickLocale(undefined, null, code)).toBe(locale);
});

test('English is written as the British do', () => {
  const day = (locale: (typeof languages)[number]['locale']) =>
    new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'short', timeZone: 'UTC' }).format(
      Date.UTC(2026, 2, 4),
    );
  expect(day('en')).toBe('04/03/2026');
  expect(day('de')).toBe('04.03.26');
});

test('the way in which a page is written leads back to its language', () => {
  for (const { locale } of languages) expect(localeOfTag(tagOf(locale))).toBe(locale);
});
