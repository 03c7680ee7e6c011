import { cleanName } from '../pasted/name';
import { endingOf } from './name-ends';

const maxNameLength = 255;
const maxDepth = 64;

/**
 * Windows' paths with the "/" of everybody else's. Elsewhere a backslash may be part of a name, so it only counts after
 * a drive letter, in the `fakepath` of browsers, and where it would lead out of a folder.
 */
export const withSlashes = (path: string): string =>
  windowsPath.test(path) ? path.replaceAll('\\', '/') : path;
const windowsPath = /^[a-z]:\\|(^|[\\/])(fakepath|\.\.?)\\/i;

/** A file's own name: no folders, no control characters, never "." or ".."; "" when nothing is left. */
export function safeFileName(name: string): string {
  const last = withSlashes(name).split('/').at(-1) ?? '';
  const clean = cleanName(last);
  return clean === '.' || clean === '..' ? '' : shorten(clean);
}

/** A folder path inside a share: "/" between names, nothing that climbs out, "" at the top. */
export function safeFolderPath(path: string): string {
  const names = withSlashes(path).split('/').map(safeFileName);
  return names
    .filter((name) => name !== '')
    .slice(0, maxDepth)
    .join('/');
}

/** Keeps the ending when a name is too long, and cuts between what people see as characters. */
function shorten(name: string): string {
  if (name.length <= maxNameLength) return name;
  const ending = endingOf(name);
  return `${cutAt(name, maxNameLength - ending.length)}${ending}`;
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Longer ones are no characters but many marks on one. */
const maxCharacterLength = 64;

/** No more than so many code units of a text, without half a character at its end. */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = Math.max(0, length - maxCharacterLength);
  const start = characters
    .segment(text.slice(from, length + maxCharacterLength))
    .containing(length - from)?.index;
  if (start) return text.slice(0, from + start);
  const whole = text.slice(0, length);
  return whole.isWellFormed() ? whole : whole.slice(0, -1);
}
