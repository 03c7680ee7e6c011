import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '@/lib/cli/failure';
import { entryNames, portableName, shortenName } from '@/lib/domain/file/entry-names';
import type { ListedFile } from './listed-files';

type NamingOptions = { keepsDots?: boolean; system?: NodeJS.Platform };

/** HFS+ ignores invisible characters, so one may stand before a leading dot. */
const leadingDot = /^\p{Default_Ignorable_Code_Point}*\./u;
/** Windows also finds `.git` as `GIT~1`. */
const windowsShortName = /~(?=\d)/g;

/**
 * Returns unique paths inside `dir`, whatever the names contain. Replaces leading dots unless they are kept,
 * so that no file configures a shell, git or ssh.
 */
export function localPaths(
  dir: string,
  files: ListedFile[],
  { keepsDots = false, system = process.platform }: NamingOptions = {},
): { places: string[]; hasDots: boolean } {
  let hasDots = false;
  const withoutDot = (name: string) => {
    if (keepsDots || !leadingDot.test(name)) return name;
    hasDots = true;
    return name.replace(leadingDot, '_');
  };
  const harmless = (name: string) =>
    system === 'win32' ? portableName(name).replace(windowsShortName, '_') : shortenName(name);
  const entries = files.map(({ id, path: folder, filename }) => ({ id, path: folder, name: filename }));
  const names = entryNames(entries, (name) => harmless(withoutDot(name)));
  return { places: names.map((name) => path.join(path.resolve(dir), ...name.split('/'))), hasDots };
}

/** Checks all folders before it creates any. @throws Failure if a link leads out of `dir` */
export function makeFolders(dir: string, places: string[]): void {
  const folders = [...new Set(places.map((place) => path.dirname(place)))];
  makeFolder(path.resolve(dir));
  const root = fs.realpathSync(dir);
  for (const folder of folders) {
    if (!isInside(root, folder)) throw new Failure(`${folder} is a link to a place outside ${dir}.`);
  }
  for (const folder of folders) makeFolder(folder);
}

/** Without Node's `recursive`, which never ends where the system lists a folder but makes none, as below /proc. */
function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder);
}

function isInside(root: string, folder: string): boolean {
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })) return isInside(root, path.dirname(folder));
  if (!fs.existsSync(folder)) return false; // a broken link
  const relative = path.relative(root, fs.realpathSync(folder));
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
