import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Audience, audiences, namespacesFor } from '@/lib/i18n/page-words';
import en from '@/messages/en.json';

const all = Object.keys(en) as (keyof typeof en)[];

const pages = fs
  .readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((name) => /(^|\/)(page|layout|error|not-found)\.tsx$/.test(name))
  .map((name) => path.join('app', name));

/** Files of ours that a file imports, statically or dynamically. Server code is left out. */
function importsOf(file: string): string[] {
  const named = [...fs.readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)];
  return named.flatMap(([, name = '']) => {
    const place = name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(file), name);
    const isOurs = /^(@\/|\.)/.test(name) && !place.startsWith('lib/server');
    return isOurs ? ['.ts', '.tsx'].map((end) => place + end).filter((found) => fs.existsSync(found)) : [];
  });
}

function reachableFiles(files: string[]): string[] {
  const all = new Set(files);
  for (const file of all) for (const next of importsOf(file)) all.add(next);
  return [...all];
}

/** First segments of the message keys that a file uses. Files that open all messages use full keys. */
function namespacesUsedBy(file: string): string[] {
  const source = fs.readFileSync(file, 'utf8');
  const opened = [...source.matchAll(/useTranslations\(\s*(?:'(\w+)[^']*')?/g)].map(([, name]) => name);
  const inFull = [...source.matchAll(/\bt\([`'](\w+)\./g)].map(([, name = '']) => name);
  return opened.flatMap((name) => name ?? inFull);
}

/** With that of the file whose default it hands on. */
function sourceOf(file: string): string {
  const source = fs.readFileSync(file, 'utf8');
  const [, from] = /export \{ default \} from '([^']+)'/.exec(source) ?? [];
  return from ? source + fs.readFileSync(path.join(path.dirname(file), `${from}.tsx`), 'utf8') : source;
}

function namespacesGivenTo(page: string): string[] {
  const folders = page.split('/').map((_, at, parts) => parts.slice(0, at).join('/'));
  const layouts = folders.map((folder) => `${folder}/layout.tsx`).filter((file) => fs.existsSync(file));
  const audiences = [...layouts, page].flatMap((file) => [
    ...sourceOf(file).matchAll(/(?:<Words of="|wordsOf\(')(\w+)/g),
  ]);
  return audiences.flatMap(([, audience = '']) => namespacesFor(audience as Audience, all));
}

test.each(pages)('%s has all words that it may say in the browser', (page) => {
  const given = namespacesGivenTo(page);
  expect(
    reachableFiles([page])
      .flatMap(namespacesUsedBy)
      .filter((name) => !given.includes(name)),
  ).toEqual([]);
});

test('what nobody says is sent to nobody', () => {
  const said = new Set(reachableFiles(pages).flatMap(namespacesUsedBy));
  expect(
    audiences.flatMap((audience) => namespacesFor(audience, all)).filter((name) => !said.has(name)),
    'Name it under `onlyOnServer` in lib/i18n/page-words.ts, or remove it.',
  ).toEqual([]);
});
