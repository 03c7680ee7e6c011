import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { missingWords } from '@/scripts/lib/missing-words.mjs';

test('the list of missing words names each text and each mail that a language lacks', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-words-'));
  onTestFinished(() => fs.rmSync(dir, { recursive: true }));
  const put = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    fs.writeFileSync(path.join(dir, file), text);
  };
  put('en.json', '{"open":{"title":"Open","hint":"By a link"},"save":"Save"}');
  put('de.json', '{"open":{"title":"Öffnen"},"save":"Speichern"}');
  put('fr.json', '{"open":{"title":"Ouvrir","hint":"Par un lien"},"save":"Enregistrer"}');
  put('mail/en/share.txt', 'Subject: Share');
  put('mail/de/share.txt', 'Subject: Freigabe');
  expect([...missingWords(dir)]).toEqual([
    ['de', ['open.hint']],
    ['fr', ['mail/share.txt']],
  ]);
});
