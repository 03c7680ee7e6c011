import { cleanName } from '../pasted/plain-text';
import { dottedEnding } from './name-ends';

const maxNameLength = 255;
const maxDepth = 64;

/**
 * Turns Windows paths into "/" paths. A backslash may be part of a name elsewhere, so it counts only after a
 * drive letter or server, in `fakepath`, or where it climbs out.
 */
export const withSlashes = (path: string): string =>
  windowsPath.test(path) ? path.replaceAll('\\', '/') : path;
const windowsPath = /^[a-z]:\\|^\\\\[^\\/]+\\|(^|[\\/])(fakepath|\.\.?)\\/i;

export function safeFileName(name: string): string {
  const last = withSlashes(name).split('/').at(-1) ?? '';
  const clean = cleanName(last);
  return clean === '.' || clean === '..' ? '' : shorten(clean);
}

export function safeFolderPath(path: string): string {
  const names = withSlashes(path).split('/').map(safeFileName);
  return names
    .filter((name) => name !== '')
    .slice(0, maxDepth)
    .join('/');
}

function shorten(name: string): string {
  if (name.length <= maxNameLength) return name;
  const ending = dottedEnding(name);
  return `${truncate(name, maxNameLength - ending.length)}${ending}`;
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Longer clusters are many marks on one character. */
const maxCharacterLength = 64;

/** Cuts to `length` code units, never inside a character. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = Math.max(0, length - maxCharacterLength);
  const start = characters
    .segment(text.slice(from, length + maxCharacterLength))
    .containing(length - from)?.index;
  if (start) return text.slice(0, from + start);
  const whole = text.slice(0, length);
  return whole.isWellFormed() ? whole : whole.slice(0, -1);
}

const junkFiles = new Set(['.ds_store', '.localized', 'thumbs.db', 'ehthumbs.db', 'desktop.ini', 'icon\r']);
const junkFolders = new Set([
  '__macosx',
  '.spotlight-v100',
  '.trashes',
  '.fseventsd',
  '.temporaryitems',
  '$recycle.bin',
  'system volume information',
]);

export function isJunk(path: string, name: string): boolean {
  const lower = name.toLowerCase();
  if (junkFiles.has(lower) || lower.startsWith('._')) return true;
  return path.split('/').some((folder) => junkFolders.has(folder.toLowerCase()));
}
