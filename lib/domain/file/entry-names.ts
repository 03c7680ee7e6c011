import { utf8Length } from '../limits';
import { safeFileName, safeFolderPath, truncate } from './file-name';

const maxNameBytes = 255;
const reservedCharacters = /[<>:"|?*\\]/g;
const reservedNames = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

type ArchiveFile = { id: string; path: string; name: string };
type CleanName = (name: string) => string;

/**
 * Names the files of an archive, in order, so that unpacking neither climbs out, overwrites nor meets a
 * reserved name.
 * @param cleanName makes one path segment harmless; "" when nothing is left
 */
export function entryNames(files: readonly ArchiveFile[], cleanName: CleanName = portableName): string[] {
  const folders = new Map<string, string>();
  const wanted = files.map(({ id, path, name }) => {
    const folder = folders.get(path) ?? folderName(path, cleanName);
    folders.set(path, folder);
    return folder + (cleanName(safeFileName(name)) || id);
  });
  const taken = new Set([...folders.values()].flatMap(foldersOf));
  const lastNumbers = new Map<string, number>();
  return wanted.map((name) => {
    const key = keyOf(name);
    const isFree = !taken.has(key);
    const free = isFree ? name : numberedName(name, key, taken, lastNumbers);
    taken.add(isFree ? key : keyOf(free));
    return free;
  });
}

function folderName(path: string, cleanName: CleanName): string {
  const names = safeFolderPath(path).split('/').map(cleanName).filter(Boolean);
  return names.map((name) => `${name}/`).join('');
}

export const archiveName = (title: string, ending = 'zip'): string =>
  shortenName(`${portableName(safeFileName(title.replace(/[/\\]/g, '_'))) || 'files'}.${ending}`);

/** Makes a path segment valid on Windows and at most 255 bytes long; "" when nothing is left. */
export function portableName(name: string): string {
  const plain = name
    .replace(reservedCharacters, '_')
    .replace(/[. ]+$/, '')
    .replace(reservedNames, '$1_');
  return shortenName(plain);
}

/** Many systems treat names as equal that differ only in case or in Unicode normalization. */
const keyOf = (name: string) =>
  isPlain.test(name) ? name.toLowerCase() : name.normalize('NFC').toUpperCase().toLowerCase();
const isPlain = /^[ -~]*$/;

function foldersOf(name: string): string[] {
  const folders = name.split('/').slice(0, -1);
  return folders.map((_, depth) => keyOf(folders.slice(0, depth + 1).join('/')));
}

function numberedName(
  name: string,
  key: string,
  taken: ReadonlySet<string>,
  lastNumbers: Map<string, number>,
): string {
  for (let number = (lastNumbers.get(key) ?? 1) + 1; ; number++) {
    const numbered = withNumber(name, number);
    if (taken.has(keyOf(numbered))) continue;
    lastNumbers.set(key, number); // further equal names continue from here
    return numbered;
  }
}

function withNumber(name: string, number: number): string {
  const slash = name.lastIndexOf('/') + 1;
  const [stem, ending] = split(name.slice(slash));
  const suffix = ` (${number})${ending}`;
  return name.slice(0, slash) + shortenName(stem, maxNameBytes - utf8Length(suffix)) + suffix;
}

function split(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= 16 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** Cuts before the ending, never inside a character. */
export function shortenName(name: string, maxBytes = maxNameBytes): string {
  if (name.length * 3 <= maxBytes || utf8Length(name) <= maxBytes) return name;
  const [stem, ending] = split(name);
  const stemBytes = maxBytes - utf8Length(ending);
  const bytes = new TextEncoder().encode(stem).subarray(0, stemBytes);
  const whole = new TextDecoder().decode(bytes, { stream: true }); // drops a character that was cut in two
  return truncate(stem, whole.length).trimEnd() + ending;
}
