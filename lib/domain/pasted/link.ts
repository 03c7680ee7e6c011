import { readPart } from '../path-part';
import { withoutInvisible } from './plain-text';

/** Longer than any address of ours. */
const longest = 4096;

/**
 * The id that a pasted text has at its beginning, without what no id contains: what stood around it in a sentence or a
 * mail. "" where there is none.
 */
export function readId(text: string): string {
  const plain = withoutInvisible(text.slice(0, longest)).normalize('NFKC');
  const id = /[A-Za-z0-9_@.-]+/.exec(plain)?.[0] ?? '';
  let end = id.length;
  while (id[end - 1] === '.') end--;
  return id.slice(0, end);
}

/** The id that a text consists of, whatever is around it; null for any other text. */
export function readBareId(text: string): string | null {
  const word = withoutInvisible(text.slice(0, longest)).trim();
  return /[\s/]/.test(word) ? null : readId(word) || null;
}

export type PastedLink = {
  /** The address of the installation, as it was written. */
  server: string;
  page: 'open' | 'upload' | 'share' | 'alias' | 'account';
  id: string;
};

/** A link to one of our pages, wherever it stands in a pasted text; null where there is none. */
export function readLink(text: string): PastedLink | null {
  const plain = withoutInvisible(text.slice(0, longest));
  const found = /\/app\/(open|upload|share|alias|account)\/([^\s/?#]+)/.exec(plain);
  const [, page, part = ''] = found ?? [];
  const id = readId(readPart(part));
  if (!found || id === '') return null;
  const server =
    plain
      .slice(0, found.index)
      .split(/[\s<>"'()[\]]/)
      .at(-1) ?? '';
  return { server, page: page as PastedLink['page'], id };
}

/** The id that a part of an address names; the part itself where it names none. */
export const idOfPart = (part: string): string => readId(readPart(part)) || part;
