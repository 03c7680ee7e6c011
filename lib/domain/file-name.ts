const maxNameLength = 255;
const maxDepth = 64;
// Control characters, and those that turn the reading direction and so disguise an ending.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A file's own name: no folders, no control characters, never "." or ".."; "" when nothing is left. */
export function safeFileName(name: string): string {
  const last = name.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const clean = last.toWellFormed().replace(unprintable, '').trim();
  return clean === '.' || clean === '..' ? '' : shorten(clean);
}

/** A folder path inside a share: "/" between names, nothing that climbs out, "" at the top. */
export function safeFolderPath(path: string): string {
  const names = path.replaceAll('\\', '/').split('/').map(safeFileName);
  return names
    .filter((name) => name !== '')
    .slice(0, maxDepth)
    .join('/');
}

/** Keeps the ending when a name is too long. */
function shorten(name: string): string {
  if (name.length <= maxNameLength) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  return `${name.slice(0, maxNameLength - ending.length)}${ending}`.toWellFormed();
}
