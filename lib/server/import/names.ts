import 'server-only';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import { isIdent, normalLogin } from '@/lib/domain/ident';
import { mimeTypeOf, splitPath } from '@/lib/server/transfer/naming';
import type { SourceFile } from './source';

const maxLogin = 60;

/** True when an ID of before can be part of an address here. Browsers leave out a part that is all dots. */
export const isUsable = (id: string): boolean => isIdent(id) && id !== '.' && id !== '..';

/** What a file is called here, and which folder it is in. A name is never a reason to lose a file. */
export function nameOf({ name, mimeType, oldId }: SourceFile): {
  path: string;
  name: string;
  mimeType: string;
} {
  const [folder, last] = splitPath(name);
  const clean = safeFileName(last) || safeFileName(oldId) || 'file';
  return { path: safeFolderPath(folder), name: clean, mimeType: mimeTypeOf(mimeType ?? '', clean) };
}

/** The first of a login, the same with -2, with -3 … that is free. */
export async function freeLogin(
  login: string,
  isTaken: (login: string) => Promise<boolean>,
): Promise<string> {
  const folded = normalLogin(login).replace(/[^a-z0-9_@.-]/g, '-') || 'account';
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : `-${number}`;
    const wish = folded.slice(0, maxLogin - ending.length) + ending;
    if (!(await isTaken(wish))) return wish;
  }
}
