import type { Encoding } from './encodings';

export const textPreviewBytes = 512 * 1024;

/**
 * Detects the encoding by byte order mark, else by valid UTF-8. Returns null for other and binary content.
 */
export function detectEncoding(bytes: Uint8Array): Encoding | null {
  const marked = byteOrderMark(bytes);
  if (marked || bytes.some((byte) => byte === 0x00 || byte === 0x1b)) return marked;
  return isUtf8(bytes) ? 'utf-8' : null;
}

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

function byteOrderMark([first, second]: Uint8Array): Encoding | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

export const isMarkdown = (mimeType: string, fileName: string): boolean =>
  mimeType.startsWith('text/markdown') || /\.(md|markdown)$/i.test(fileName);
