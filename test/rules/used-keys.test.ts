import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usedKeys } from './used-keys';

/** Returns which of these keys the files can show. */
function shownBy(files: string[], keys: string[]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-keys-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  for (const [at, text] of files.entries()) fs.writeFileSync(path.join(folder, `${at}.tsx`), text);
  return keys.filter(usedKeys([folder]));
}

test('a text counts as shown where its namespace is opened, under its own name or a template’s', () => {
  const page = `const t = useTranslations('share.link'); t('end'); t(\`kinds.\${kind}.name\`);`;
  const keys = ['share.link.end', 'share.link.kinds.mail.name', 'share.link.begin', 'share.end', 'end'];
  expect(shownBy([page], keys)).toEqual(['share.link.end', 'share.link.kinds.mail.name']);
});

test('a translator without a namespace, or handed to a function, takes whole keys', () => {
  expect(shownBy(["translator(locale)('mail.a')"], ['mail.a', 'a'])).toEqual(['mail.a']);
  expect(shownBy(["getTranslations(); t('mail.a')"], ['mail.a', 'mail.b'])).toEqual(['mail.a']);
});

test('a key in a variable may be any literal of any file, for that file’s namespace alone', () => {
  const page = "const t = useTranslations('share'); t(kind)";
  const kinds = "useTranslations('audit'); const kinds = ['mail', \"link.x\"];";
  const keys = ['share.mail', 'share.link.x', 'share.linkax', 'audit.mail', 'home.mail'];
  expect(shownBy([page, kinds], keys)).toEqual(['share.mail', 'share.link.x', 'audit.mail']);
});
