import 'server-only';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import { isIdent, normalLogin } from '@/lib/domain/ident';
import { mimeTypeOf, splitPath } from '@/lib/server/transfer/naming';
import type { SourceFile } from './source';

/** A folder that file systems keep for root alone, at the top of a disk. */
export const isOfDisk = (name: string): boolean => name === 'lost+found';

const maxLogin = 60;

/** Browsers drop path segments that consist of dots. */
export const isUsableId = (id: string): boolean => isIdent(id) && id !== '.' && id !== '..';

export function nameOf({ name, mimeType, oldId }: SourceFile): {
  path: string;
  name: string;
  mimeType: string;
} {
  const [folder, last] = splitPath(name);
  const clean = safeFileName(last) || safeFileName(oldId) || 'file';
  return { path: safeFolderPath(folder), name: clean, mimeType: mimeTypeOf(mimeType ?? '', clean) };
}

export async function freeLogin(
  login: string,
  isTaken: (login: string) => Promise<boolean>,
): Promise<string> {
  const folded = normalLogin(login).replace(/[^a-z0-9_@.-]/g, '-') || 'account';
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `-${number}`;
    const candidate = folded.slice(0, maxLogin - ending.length) + ending;
    if (!(await isTaken(candidate))) return candidate;
  }
}
