import fs from 'node:fs';
import path from 'node:path';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import { Failure, sentenceOf } from '../failure';

/** A file to send: where it lies, and what it is called in the share. */
export type LocalFile = { file: string; path: string; name: string; sizeBytes: number; modifiedMs: number };

export const keyOf = ({ path: folder, name }: { path: string; name: string }) =>
  folder === '' ? name : `${folder}/${name}`;

/**
 * All files of what was named, with the folders they are in. Links to files are followed; links to folders below a
 * folder are not, because they may lead in a circle.
 * @throws Failure before anything is sent, for what can't be read
 */
export function filesOf(names: string[], skipped: (file: string) => void): LocalFile[] {
  const found: LocalFile[] = [];
  const taken = new Set<string>();
  for (const { file, folder, stats } of names.flatMap((name) => entriesOf(name, skipped))) {
    const place = { path: safeFolderPath(folder), name: safeFileName(path.basename(file)) };
    const modifiedMs = Math.floor(stats.mtimeMs);
    found.push({ file, ...unlike(place, taken), sizeBytes: stats.size, modifiedMs });
  }
  return found;
}

type Entry = { file: string; folder: string; stats: fs.Stats };

function entriesOf(name: string, skipped: (file: string) => void): Entry[] {
  const isHere = /^\.{1,2}[\\/]?$/.test(name);
  const own = isHere ? '' : path.basename(path.resolve(name));
  try {
    const stats = fs.statSync(name);
    if (stats.isDirectory()) return [...walk(name, own, skipped)];
    return [...entry({ file: name, folder: '', stats }, skipped)];
  } catch (error) {
    throw new Failure(sentenceOf(error));
  }
}

function* walk(folder: string, inside: string, skipped: (file: string) => void): Generator<Entry> {
  for (const name of fs.readdirSync(folder).sort()) {
    const file = path.join(folder, name);
    const link = fs.lstatSync(file);
    const stats = link.isSymbolicLink() ? fs.statSync(file, { throwIfNoEntry: false }) : link;
    if (link.isDirectory()) yield* walk(file, inside === '' ? name : `${inside}/${name}`, skipped);
    else yield* entry({ file, folder: inside, stats: stats ?? link }, skipped);
  }
}

function* entry(one: Entry, skipped: (file: string) => void): Generator<Entry> {
  if (!one.stats.isFile()) return skipped(one.file);
  fs.accessSync(one.file, fs.constants.R_OK);
  yield one;
}

/** Two files of one name are two files: the second gets a number, the same one each time. */
function unlike(place: { path: string; name: string }, taken: Set<string>) {
  const { ext, name: stem } = path.parse(place.name);
  let one = place;
  for (let n = 2; taken.has(keyOf(one)); n++) one = { ...place, name: `${stem} (${n})${ext}` };
  taken.add(keyOf(one));
  return one;
}
