import type { Encoding } from './encodings';

/** As much of a text as is shown; the rest is for downloading. */
export const textPreviewBytes = 512 * 1024;

/** How a text says itself that it is written: by its byte order mark, else by being UTF-8. Null where it doesn't. */
export function ownEncoding(bytes: Uint8Array): Encoding | null {
  const marked = markOf(bytes);
  if (marked || bytes.some((byte) => byte === 0x00 || byte === 0x1b)) return marked;
  return isUtf8(bytes) ? 'utf-8' : null;
}

/** A character that is cut at the end is left out. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true });

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function markOf([first, second]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/** Texts that are shown as they were written to look, by type or ending. */
export const isMarkdown = (mimeType: string, fileName: string): boolean =>
  mimeType.startsWith('text/markdown') || /\.(md|markdown)$/i.test(fileName);
