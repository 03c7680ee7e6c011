import fs from 'node:fs';
import path from 'node:path';
import { entryNames, shortenName, unpackable } from '@/lib/domain/file/entry-names';
import { Failure } from '../failure';
import type { ListedFile } from './listed-files';

type Naming = { keepsDots?: boolean; system?: NodeJS.Platform };

/** HFS+ looks past invisible characters, so they may stand before a dot that counts. */
const leadingDot = /^\p{Default_Ignorable_Code_Point}*\./u;
/** Windows finds `.git` as `GIT~1`, too. */
const shortName = /~(?=\d)/g;

/**
 * The places of somebody else's files in the order of `files`: inside `dir`, whatever their names say, none twice.
 * Nothing there becomes a file that shells, git or ssh obey, unless dots are kept.
 */
export function placesIn(
  dir: string,
  files: ListedFile[],
  { keepsDots = false, system = process.platform }: Naming = {},
): { places: string[]; hasDots: boolean } {
  let hasDots = false;
  const withoutDot = (name: string) => {
    if (keepsDots || !leadingDot.test(name)) return name;
    hasDots = true;
    return name.replace(leadingDot, '_');
  };
  const harmless = (name: string) =>
    system === 'win32' ? unpackable(name).replace(shortName, '_') : shortenName(name);
  const named = files.map(({ id, path: folder, filename }) => ({ id, path: folder, name: filename }));
  const names = entryNames(named, (name) => harmless(withoutDot(name)));
  return { places: names.map((name) => path.join(path.resolve(dir), ...name.split('/'))), hasDots };
}

/**
 * Makes the folders of places, after all of them have been looked at.
 * @throws Failure when a link on this disk leads out of `dir`
 */
export function makeFolders(dir: string, places: string[]): void {
  const folders = [...new Set(places.map((place) => path.dirname(place)))];
  const root = fs.realpathSync(dir);
  for (const folder of folders) {
    if (!isInside(root, folder)) throw new Failure(`${folder} is a link to a place outside ${dir}.`);
  }
  for (const folder of folders) fs.mkdirSync(folder, { recursive: true });
}

/** Of a folder that doesn't exist yet, the nearest one above it counts. */
function isInside(root: string, folder: string): boolean {
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })) return isInside(root, path.dirname(folder));
  if (!fs.existsSync(folder)) return false; // a link to nowhere
  const way = path.relative(root, fs.realpathSync(folder));
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
