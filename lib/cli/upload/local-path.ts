import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';

/** `bytes` is the exact path, which need not be UTF-8. */
export type LocalPath = { bytes: Buffer; display: string };

const isWindows = process.platform === 'win32';
const windows1252 = new TextDecoder('windows-1252');

export const isReadable = ({ bytes }: LocalPath): boolean => isUtf8(bytes);

const toLocalPath = (name: string): LocalPath => ({ bytes: Buffer.from(name), display: name });

function joinPath({ bytes, display: shown }: LocalPath, entry: Buffer): LocalPath {
  const between = bytes.length === 0 || bytes.at(-1) === path.sep.charCodeAt(0) ? '' : path.sep;
  return {
    bytes: Buffer.concat([bytes, Buffer.from(between), entry]),
    display: path.join(shown, isUtf8(entry) ? entry.toString() : windows1252.decode(entry)),
  };
}

const entriesIn = ({ bytes }: LocalPath): Buffer[] =>
  fs.readdirSync(bytes.length === 0 ? '.' : bytes, { encoding: 'buffer' });

export const listFolder = (folder: LocalPath): LocalPath[] =>
  entriesIn(folder)
    .map((entry) => joinPath(folder, entry))
    .sort((a, b) => (a.display < b.display ? -1 : 1));

/**
 * Expands patterns, which shells of Windows leave to programs, and finds names that aren't UTF-8, which
 * arguments contain only approximately. Returns [] for no match.
 */
export function expandArgument(argument: string): LocalPath[] {
  if (fs.existsSync(argument)) return [toLocalPath(argument)];
  const { root } = path.parse(argument);
  const names = argument.slice(root.length).split(isWindows ? /[\\/]+/ : /\/+/);
  let found = [toLocalPath(root)];
  for (const name of names.filter(Boolean)) found = found.flatMap((folder) => matchSegment(folder, name));
  return found;
}

function matchSegment(folder: LocalPath, name: string): LocalPath[] {
  if (!/[*?\ufffd]/.test(name)) {
    const place = joinPath(folder, Buffer.from(name));
    return fs.existsSync(place.bytes) ? [place] : [];
  }
  if (!fs.statSync(folder.bytes.length === 0 ? '.' : folder.bytes).isDirectory()) return [];
  const pattern = patternOf(name);
  return entriesIn(folder)
    .filter((entry) => pattern.test(entry.toString()))
    .map((entry) => joinPath(folder, entry))
    .sort((a, b) => (a.display < b.display ? -1 : 1));
}

function patternOf(name: string): RegExp {
  const escaped = name.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const wild = escaped.replace(/\*+/g, '.*').replaceAll('?', '.');
  return new RegExp(`^${/^[*?]/.test(name) ? '(?!\\.)' : ''}${wild}$`, isWindows ? 'isu' : 'su');
}
