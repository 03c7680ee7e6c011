import fs from 'node:fs';
import { expect, test } from 'vitest';
import { languages, tagOf } from '@/lib/i18n/locales';

type Tree = { [key: string]: string | Tree };
type PluralForms = { key: string; forms: Map<string, string> };

const textsIn = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : textsIn(value, `${prefix}${key}.`),
  );

/** Reads each `{slot, plural, one {…} other {…}}`, however deep. */
function pluralsIn(key: string, text: string): PluralForms[] {
  return [...text.matchAll(/\{\w+, plural,/g)].map(({ index = 0, 0: head }) => ({
    key,
    forms: formsFrom(text.slice(index + head.length)),
  }));
}

function formsFrom(text: string): Map<string, string> {
  const forms = new Map<string, string>();
  for (let rest = text.trimStart(); /^[=\w]+\s*\{/.test(rest); ) {
    const [head = '', name = ''] = /^([=\w]+)\s*\{/.exec(rest) ?? [];
    const end = endOfForm(rest, head.length);
    forms.set(name, rest.slice(head.length, end));
    rest = rest.slice(end + 1).trimStart();
  }
  return forms;
}

function endOfForm(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

const pluralsOf = (locale: string): PluralForms[] =>
  textsIn(JSON.parse(fs.readFileSync(`messages/${locale}.json`, 'utf8'))).flatMap(([key, text]) =>
    pluralsIn(key, text),
  );

/** The word behind the number. */
const counted = (form = '') => /#\s+(\p{L}+)/u.exec(form)?.[1] ?? null;

const pairOf = ({ forms }: PluralForms) => [counted(forms.get('one')), counted(forms.get('other'))] as const;

/** Messages that count one thing by a word which others use for several, or the other way round. */
function mistaken(plurals: PluralForms[]): string[] {
  const pairs = plurals.map(pairOf).filter(([one, other]) => one && other && one !== other);
  const ofOne = new Set(pairs.map(([one]) => one));
  const ofSeveral = new Set(pairs.map(([, other]) => other));
  return plurals.flatMap((plural) => {
    const [one, other] = pairOf(plural);
    return [
      ...(one && ofSeveral.has(one) ? [`${plural.key}: one ${one}`] : []),
      ...(other && ofOne.has(other) ? [`${plural.key}: several ${other}`] : []),
    ];
  });
}

test.each(languages.map(({ locale }) => locale))(
  '%s: one thing is said as one, and several as several',
  (locale) => {
    const plurals = pluralsOf(locale);
    expect(mistaken(plurals)).toEqual([]);
  },
);

test.each(languages.map(({ locale }) => locale))(
  '%s has a form for each number that its grammar tells apart',
  (locale) => {
    const { pluralCategories } = new Intl.PluralRules(tagOf(locale)).resolvedOptions();
    const needed = pluralCategories.filter((category) => category !== 'many'); // of millions, which nothing here counts
    const lacking = pluralsOf(locale).filter(
      ({ forms }) => counted(forms.get('one')) && needed.some((category) => !forms.has(category)),
    );
    expect(lacking.map(({ key }) => key)).toEqual([]);
  },
);

test('forms that are swapped, and a form that stays the same, are seen', () => {
  const plural = (key: string, one: string, other: string) =>
    pluralsIn(key, `{count, plural, one {${one}} other {${other}}}`);
  const right = plural('right', '# Datei', '# Dateien');
  expect(mistaken(right)).toEqual([]);
  expect(mistaken([...right, ...plural('swapped', '# Dateien', '# Datei')])).toContain(
    'swapped: one Dateien',
  );
  expect(mistaken([...right, ...plural('same', '# Dateien fehlen', '# Dateien fehlen')])).toEqual([
    'same: one Dateien',
  ]);
  expect(mistaken([...right, ...plural('same', '# Datei', '# Datei')])).toEqual(['same: several Datei']);
});
