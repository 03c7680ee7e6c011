import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';

/** Somewhere on this disk: by its bytes, which need be no UTF-8, and as people read it. */
export type Place = { bytes: Buffer; shown: string };

const isWindows = process.platform === 'win32';
/** Older systems and archives leave such names. */
const latin = new TextDecoder('windows-1252');

export const isReadable = ({ bytes }: Place): boolean => isUtf8(bytes);

const placeOf = (name: string): Place => ({ bytes: Buffer.from(name), shown: name });

function inside({ bytes, shown }: Place, entry: Buffer): Place {
  const between = bytes.length === 0 || bytes.at(-1) === path.sep.charCodeAt(0) ? '' : path.sep;
  return {
    bytes: Buffer.concat([bytes, Buffer.from(between), entry]),
    shown: path.join(shown, isUtf8(entry) ? entry.toString() : latin.decode(entry)),
  };
}

const entriesIn = ({ bytes }: Place): Buffer[] =>
  fs.readdirSync(bytes.length === 0 ? '.' : bytes, { encoding: 'buffer' });

/** The entries of a folder, in the order of their names. */
export const placesIn = (folder: Place): Place[] =>
  entriesIn(folder)
    .map((entry) => inside(folder, entry))
    .sort((a, b) => (a.shown < b.shown ? -1 : 1));

/**
 * What an argument names; nothing where there is no such thing. Shells of Windows leave patterns to programs, and of a
 * name that is no UTF-8 a program gets only what can be read of it.
 */
export function placesNamed(argument: string): Place[] {
  if (fs.existsSync(argument)) return [placeOf(argument)];
  const { root } = path.parse(argument);
  const names = argument.slice(root.length).split(isWindows ? /[\\/]+/ : /\/+/);
  let found = [placeOf(root)];
  for (const name of names.filter(Boolean)) found = found.flatMap((folder) => placesLike(folder, name));
  return found;
}

function placesLike(folder: Place, name: string): Place[] {
  if (!/[*?\ufffd]/.test(name)) {
    const place = inside(folder, Buffer.from(name));
    return fs.existsSync(place.bytes) ? [place] : [];
  }
  if (!fs.statSync(folder.bytes.length === 0 ? '.' : folder.bytes).isDirectory()) return [];
  const pattern = patternOf(name);
  return entriesIn(folder)
    .filter((entry) => pattern.test(entry.toString()))
    .map((entry) => inside(folder, entry))
    .sort((a, b) => (a.shown < b.shown ? -1 : 1));
}

/** As in shells, `*` is no leading dot. */
function patternOf(name: string): RegExp {
  const escaped = name.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const wild = escaped.replace(/\*+/g, '.*').replaceAll('?', '.');
  return new RegExp(`^${/^[*?]/.test(name) ? '(?!\\.)' : ''}${wild}$`, isWindows ? 'isu' : 'su');
}
