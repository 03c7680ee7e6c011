import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';

/** Identifies a file's path and name in a share. Normalised, so that names that look the same are equal. */
export const placeOf = (path: string, name: string): string =>
  JSON.stringify([safeFolderPath(path), safeFileName(name)]).normalize('NFC');

/** Turns `same.txt` into `same (2).txt`, or the next free number in its folder. */
export function freeName(path: string, name: string, isTaken: (place: string) => boolean): string {
  const dot = name.lastIndexOf('.');
  const [base, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 2; ; number++) {
    const numbered = `${base} (${number})${ending}`;
    if (!isTaken(placeOf(path, numbered))) return numbered;
  }
}
