import fs from 'node:fs';
import path from 'node:path';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import { Failure, sentenceOf } from '../failure';
import { expandArgument, isReadable, type LocalPath, listFolder } from './local-path';

export type LocalFile = {
  place: LocalPath;
  path: string;
  name: string;
  sizeBytes: number;
  modifiedMs: number | null;
  /** Tells the file from others and from what it was, by `stampOf`. */
  stamp: string;
  /** Bytes that are sealed on their way; else those of `place` are sent. */
  slices?: (start: number, end: number) => AsyncIterable<Uint8Array>;
  /** Gives a sealed file another salt, before any of it is sent. */
  sealAnew?: () => Promise<void>;
};

/** Another one when the file is another or was written to: people can set its time, and not the time of that. */
export const stampOf = ({ ino, ctimeMs, mtimeMs, size }: fs.Stats): string =>
  [ino, ctimeMs, mtimeMs, size].join(' ');

export const fileKey = ({ path: folder, name }: { path: string; name: string }) =>
  folder === '' ? name : `${folder}/${name}`;

/** A file with another size or time counts as another file. */
export const fileStamp = (file: LocalFile) => `${file.sizeBytes} ${file.modifiedMs} ${fileKey(file)}`;

type Warn = (text: string) => void;

/**
 * Collects all files below `names`. Follows links to files, but not links to folders inside a folder, which
 * may be circular.
 * @param note receives warnings
 * @throws Failure before anything is sent, for unreadable files
 */
export function findLocalFiles(names: string[], note: Warn): LocalFile[] {
  const found: LocalFile[] = [];
  const taken = new Set<string>();
  for (const { place, folder, stats } of expandNames(names).flatMap((each) => entriesOf(each, note))) {
    const at = { path: safeFolderPath(folder), name: safeFileName(path.basename(place.display)) };
    const modifiedMs = stats.mtimeMs < 0 ? null : Math.floor(stats.mtimeMs); // the server keeps none before 1970
    const stamp = stampOf(stats);
    found.push({ place, ...withUniqueName(at, taken), sizeBytes: stats.size, modifiedMs, stamp });
  }
  return found;
}

function expandNames(names: string[]): LocalPath[] {
  const places = new Map<string, LocalPath>();
  for (const name of names) {
    const named = expandArgument(name);
    if (named.length === 0) throw new Failure(`${name}: No such file or folder`);
    for (const place of named) places.set(place.bytes.toString('latin1'), place);
  }
  return [...places.values()];
}

type LocalEntry = { place: LocalPath; folder: string; stats: fs.Stats };

function entriesOf(place: LocalPath, note: Warn): LocalEntry[] {
  const isHere = /^\.{1,2}[\\/]?$/.test(place.display);
  const own = isHere ? '' : path.basename(path.resolve(place.display));
  try {
    const stats = fs.statSync(place.bytes);
    warnOfName(place, note);
    if (stats.isDirectory()) return [...walk(place, own, note)];
    return [...entry({ place, folder: '', stats }, note)];
  } catch (error) {
    throw new Failure(sentenceOf(error));
  }
}

function* walk(folder: LocalPath, inside: string, note: Warn): Generator<LocalEntry> {
  for (const place of childrenOf(folder, note)) {
    const link = fs.lstatSync(place.bytes);
    const stats = link.isSymbolicLink() ? fs.statSync(place.bytes, { throwIfNoEntry: false }) : link;
    if (isReadable(folder)) warnOfName(place, note);
    const name = path.basename(place.display);
    if (link.isDirectory()) yield* walk(place, inside === '' ? name : `${inside}/${name}`, note);
    else yield* entry({ place, folder: inside, stats: stats ?? link }, note);
  }
}

function childrenOf(folder: LocalPath, note: Warn): LocalPath[] {
  const children = listFolder(folder);
  if (children.length === 0) note(`${folder.display} is empty. Skipped.`);
  return children;
}

function warnOfName(place: LocalPath, note: Warn): void {
  if (!isReadable(place)) note(`${place.display}: its name is not UTF-8, so it is sent as it reads here.`);
}

function* entry(one: LocalEntry, note: Warn): Generator<LocalEntry> {
  if (!one.stats.isFile()) return note(`${one.place.display} is not a file. Skipped.`);
  fs.accessSync(one.place.bytes, fs.constants.R_OK);
  yield one;
}

function withUniqueName(place: { path: string; name: string }, taken: Set<string>) {
  const { ext, name: stem } = path.parse(place.name);
  let one = place;
  for (let n = 2; taken.has(fileKey(one)); n++) one = { ...place, name: `${stem} (${n})${ext}` };
  taken.add(fileKey(one));
  return one;
}
