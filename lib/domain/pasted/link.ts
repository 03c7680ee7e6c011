import { decodeSegment } from '../url';
import { withoutInvisible } from './plain-text';

const maxLength = 4096;

/** Ignores surrounding punctuation. Returns "" for none. */
export function readId(text: string): string {
  const plain = withoutInvisible(text.slice(0, maxLength)).normalize('NFKC');
  const id = /[A-Za-z0-9_@.-]+/.exec(plain)?.[0] ?? '';
  let end = id.length;
  while (id[end - 1] === '.') end--;
  return id.slice(0, end);
}

/** Reads the secret of a pasted link, which has it behind its `#`, or one that is pasted alone. Returns "" for none. */
export const readSecret = (text: string): string =>
  readId(text.slice(text.indexOf('#') + 1).replace(/^\s*\w+=/, ''));

/** Returns the ID when the text consists of one word; null for other text. */
export function readBareId(text: string): string | null {
  const word = withoutInvisible(text.slice(0, maxLength)).trim();
  return /[\s/]/.test(word) ? null : readId(word) || null;
}

export type PastedLink = {
  server: string;
  page: 'open' | 'upload' | 'share' | 'alias' | 'account';
  id: string;
};

/** Returns the first link to a page of this product; null for none. */
export function readLink(text: string): PastedLink | null {
  const plain = withoutInvisible(text.slice(0, maxLength));
  const found = /\/app\/(open|upload|share|alias|account)\/([^\s/?#]+)/.exec(plain);
  const [, page, part = ''] = found ?? [];
  const id = readId(decodeSegment(part));
  if (!found || id === '') return null;
  const server =
    plain
      .slice(0, found.index)
      .split(/[\s<>"'()[\]]/)
      .at(-1) ?? '';
  return { server, page: page as PastedLink['page'], id };
}

/** Returns the ID of an inbox as somebody typed it, or has pasted it with the whole link. */
export function readAliasId(text: string): string {
  const link = readLink(text);
  if (link?.page === 'share' || link?.page === 'alias') return link.id;
  return withoutInvisible(text).trim();
}

export const idInSegment = (part: string): string => readId(decodeSegment(part)) || part;
