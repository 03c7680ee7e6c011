import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';

/** Where a file goes in a share. What looks the same is the same, however its letters were put together. */
export const placeOf = (path: string, name: string): string =>
  JSON.stringify([safeFolderPath(path), safeFileName(name)]).normalize('NFC');

/** `same.txt` becomes `same (2).txt`, or has the next number that is free in its folder. */
export function freeName(path: string, name: string, isTaken: (place: string) => boolean): string {
  const dot = name.lastIndexOf('.');
  const [base, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 2; ; number++) {
    const numbered = `${base} (${number})${ending}`;
    if (!isTaken(placeOf(path, numbered))) return numbered;
  }
}
