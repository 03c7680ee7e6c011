import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errors } from '@/lib/contract/errors';
import { reasons } from '@/lib/contract/fields';
import { endpoints } from '@/lib/contract/index';
import { type Locale, languages } from '@/lib/i18n/locales';
import { usedKeys } from './used-keys';

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );
}
const messages = (locale: string) =>
  new Map(flatten(JSON.parse(fs.readFileSync(`messages/${locale}.json`, 'utf8'))));
const english = messages('en');
const keysBelow = (prefix: string) =>
  [...english.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));

/** Names, and words that are equal in other languages. */
const shared = new Set([
  'Webhook',
  'Webhooks',
  'JSON',
  'ntfy',
  'Microsoft Teams',
  'Gotify',
  'Telegram',
  'Matrix (hookshot)',
  'Slack',
  'Discord',
  'Name',
  'Name (optional)',
  'ID',
  'ID (optional)',
  'Status',
  'Details',
  'Link',
  'Zoom',
  'Slipway',
  'Text',
  'Version',
  'Login',
  'Download',
  'Upload',
  'OK',
  'Album',
  'Admin',
  'Logo',
  'Proxy',
  'E-mail',
  'Server',
  'Port',
  'PostgreSQL {version}.',
  'ShareX',
  'GitHub Action',
]);
/** Words that one language shares with English. */
const sharedWith: Partial<Record<Locale, string[]>> = {
  fr: [
    'Version {version}',
    'Guide',
    'Format',
    'Notifications',
    'Type',
    'Documentation',
    'Message',
    'message',
    'Actions',
    'Code',
    'Session',
    'Sessions',
    'Tables',
    'Secrets',
    'Code',
    'Introduction',
    'Documents',
    'documents',
    'Archives (ZIP)',
    'Question {number}',
    'Questions',
    'Page',
    '{amount, plural, one {# minute} other {# minutes}}',
    '{count, plural, one {# photo} other {# photos}}',
    '{count, plural, one {# document} other {# documents}}',
  ],
  es: ['No', 'General', 'Error', 'Error {digest}', '{bytes, plural, one {# byte} other {# bytes}}'],
  it: [
    'Album: {mode}',
    'Passphrase',
    'Passkey “{name}”',
    '{size} per file',
    'No',
    'Password',
    'Account',
    'File',
    'File {number}',
    'Database',
    'Complete',
  ],
  de: [
    'Version {version}',
    'Album: {mode}',
    'Passphrase',
    'Format',
    'Problem',
    'System',
    'Test',
    'Downloads',
    'Code',
    'Videos',
    'Passkeys',
    'Person',
  ],
  cs: ['Album: {mode}'],
  'pt-BR': ['Downloads', '{bytes, plural, one {# byte} other {# bytes}}'],
};
const isWordless = (text: string) => !/\p{L}/u.test(text.replace(/\{\w+\}(\/s)?/g, ''));

describe.each(languages.filter(({ locale }) => locale !== 'en').map(({ locale }) => locale))(
  '%s',
  (locale) => {
    const translated = messages(locale);

    test('has no text that English has lost', () => {
      expect([...translated.keys()].filter((key) => !english.has(key))).toEqual([]);
    });

    test('leaves no text in English', () => {
      const same = [...translated].filter(([key, text]) => english.get(key) === text);
      const alike = new Set([...shared, ...(sharedWith[locale] ?? [])]);
      const untranslated = same.filter(([, text]) => !alike.has(text) && !isWordless(text));
      expect(untranslated, 'Translate it, or leave it out: English is shown instead.').toEqual([]);
    });

    test('fills the same slots', () => {
      const differing = [...translated].filter(
        ([key, text]) => slotsOf(text) !== slotsOf(english.get(key) ?? ''),
      );
      expect(differing.map(([key]) => key)).toEqual([]);
    });
  },
);

const slotsOf = (text: string) => [...new Set(namesIn(text))].sort().join();

/** Names of a message's slots. Branches after a name are messages themselves. */
function namesIn(text: string): string[] {
  return groupsIn(text).flatMap((slot) => {
    const [name = '', ...branches] = slot.split(',');
    return [name.trim(), ...groupsIn(branches.join()).flatMap(namesIn)];
  });
}

/** Contents of the outermost braces. */
function groupsIn(text: string): string[] {
  const groups: string[] = [];
  let depth = 0;
  for (const [index, sign] of text.split('').entries()) {
    if (sign === '{' && depth++ === 0) groups.push('');
    else if (sign === '}') depth--;
    if (depth > 1 || (depth === 1 && text[index] !== '{')) groups.push(`${groups.pop() ?? ''}${sign}`);
  }
  return groups;
}

test('every refusal has its words, and no words are left of one that is gone', () => {
  expect(keysBelow('errors.').sort()).toEqual(Object.keys(errors).sort());
  expect(keysBelow('reasons.').sort()).toEqual([...reasons].sort());
});

test('every success that is told is told by a call', () => {
  // The transfer layer uses the last one.
  const said = new Set([...endpoints.flatMap(({ says }) => says ?? []), 'share.delivered']);
  expect(keysBelow('says.').filter((key) => !said.has(key))).toEqual([]);
});

test('no text is left that nothing shows', () => {
  const told = /^(errors|reasons|says|offline)\./; // checked by the tests above; the worker gets its page's texts
  const isUsed = usedKeys();
  expect([...english.keys()].filter((key) => !told.test(key) && !isUsed(key))).toEqual([]);
});
