import fs from 'node:fs';
import path from 'node:path';
import { root } from './step.mjs';

const folder = path.join(root, 'messages');

/** Lists what each language lacks: keys of texts, and files of mails. @returns {Map<string, string[]>} by language */
export function missingWords(dir = folder) {
  const english = wordsOf(dir, 'en');
  const languages = fs.readdirSync(dir).flatMap((file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? []);
  const others = languages.filter((language) => language !== 'en');
  const missing = others.map((language) => {
    const there = new Set(wordsOf(dir, language));
    return [language, english.filter((name) => !there.has(name))];
  });
  return new Map(missing.filter(([, names]) => names.length > 0));
}

function wordsOf(dir, language) {
  const mails = path.join(dir, 'mail', language);
  const files = fs.existsSync(mails) ? fs.readdirSync(mails) : [];
  const texts = JSON.parse(fs.readFileSync(path.join(dir, `${language}.json`), 'utf8'));
  return [...keysOf(texts), ...files.map((file) => `mail/${file}`)];
}

function keysOf(tree, prefix = '') {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );
}
