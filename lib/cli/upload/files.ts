import fs from 'node:fs';
import path from 'node:path';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import { Failure, sentenceOf } from '../failure';
import { isReadable, type Place, placesIn, placesNamed } from './named';

/** A file to send: where it lies, and what it is called in the share. */
export type LocalFile = { place: Place; path: string; name: string; sizeBytes: number; modifiedMs: number };

export const keyOf = ({ path: folder, name }: { path: string; name: string }) =>
  folder === '' ? name : `${folder}/${name}`;

type Note = (text: string) => void;

/**
 * All files of what was named, with the folders they are in. Links to files are followed; links to folders below a
 * folder are not, because they may lead in a circle.
 * @param note told of what is sent otherwise than it is called, or not at all
 * @throws Failure before anything is sent, for what can't be read
 */
export function filesOf(names: string[], note: Note): LocalFile[] {
  const found: LocalFile[] = [];
  const taken = new Set<string>();
  for (const { place, folder, stats } of placesOf(names).flatMap((each) => entriesOf(each, note))) {
    const at = { path: safeFolderPath(folder), name: safeFileName(path.basename(place.shown)) };
    const modifiedMs = Math.floor(stats.mtimeMs);
    found.push({ place, ...unlike(at, taken), sizeBytes: stats.size, modifiedMs });
  }
  return found;
}

/** Each once, however often it is named. */
function placesOf(names: string[]): Place[] {
  const places = new Map<string, Place>();
  for (const name of names) {
    const named = placesNamed(name);
    if (named.length === 0) throw new Failure(`${name}: No such file or folder`);
    for (const place of named) places.set(place.bytes.toString('latin1'), place);
  }
  return [...places.values()];
}

type Entry = { place: Place; folder: string; stats: fs.Stats };

function entriesOf(place: Place, note: Note): Entry[] {
  const isHere = /^\.{1,2}[\\/]?$/.test(place.shown);
  const own = isHere ? '' : path.basename(path.resolve(place.shown));
  try {
    const stats = fs.statSync(place.bytes);
    noteName(place, note);
    if (stats.isDirectory()) return [...walk(place, own, note)];
    return [...entry({ place, folder: '', stats }, note)];
  } catch (error) {
    throw new Failure(sentenceOf(error));
  }
}

function* walk(folder: Place, inside: string, note: Note): Generator<Entry> {
  for (const place of childrenOf(folder, note)) {
    const link = fs.lstatSync(place.bytes);
    const stats = link.isSymbolicLink() ? fs.statSync(place.bytes, { throwIfNoEntry: false }) : link;
    if (isReadable(folder)) noteName(place, note);
    const name = path.basename(place.shown);
    if (link.isDirectory()) yield* walk(place, inside === '' ? name : `${inside}/${name}`, note);
    else yield* entry({ place, folder: inside, stats: stats ?? link }, note);
  }
}

function childrenOf(folder: Place, note: Note): Place[] {
  const children = placesIn(folder);
  if (children.length === 0) note(`${folder.shown} is empty. Skipped.`);
  return children;
}

function noteName(place: Place, note: Note): void {
  if (!isReadable(place)) note(`${place.shown}: its name is not UTF-8, so it is sent as it reads here.`);
}

function* entry(one: Entry, note: Note): Generator<Entry> {
  if (!one.stats.isFile()) return note(`${one.place.shown} is not a file. Skipped.`);
  fs.accessSync(one.place.bytes, fs.constants.R_OK);
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
