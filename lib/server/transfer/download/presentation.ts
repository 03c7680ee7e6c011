import 'server-only';
import { create } from 'content-disposition';
import { displayablePictures, displayType } from '@/lib/domain/file/file-type';
import type { StoredFile } from '@/lib/server/services/file/stored-file';

type PresentationRequest = {
  /** `?download=1` */
  isDownload: boolean;
  /** `?preview=1` */
  isPreview: boolean;
  /** Another site navigates the browser here. */
  isForeignNavigation: boolean;
  /** The browser shows the response as a page or in a frame. */
  isPage: boolean;
};

/** Files that could run scripts are sent as downloads. */
export function present(
  file: StoredFile,
  request: PresentationRequest,
): { type: string; disposition: string } {
  const { type, inline } = presentationOf(displayType(file.mimeType, file.name), request);
  const isInline = inline && !request.isDownload && !request.isForeignNavigation;
  return { type, disposition: disposition(file.name, isInline ? 'inline' : 'attachment') };
}

function presentationOf(
  type: string,
  { isPreview, isPage }: PresentationRequest,
): { type: string; inline: boolean } {
  const family = type.split('/', 1)[0];
  if (type === 'image/svg+xml') return { type, inline: isPreview };
  if (family === 'text') return { type: 'text/plain; charset=utf-8', inline: true };
  // Browsers' PDF viewers run a document's scripts; our own viewer doesn't.
  if (type === 'application/pdf') return { type, inline: !isPage };
  if (displayablePictures.includes(type) || family === 'video' || family === 'audio')
    return { type, inline: true };
  return { type: 'application/octet-stream', inline: false };
}

/**
 * Formats Content-Disposition with `filename*` and a plain `filename` for simple clients (RFC 6266, appendix D), which is
 * always quoted because some of them expect it.
 */
export function disposition(name: string, type: 'inline' | 'attachment'): string {
  if (name === '') return type;
  const header = create(name.toWellFormed(), { type, fallback: plainName(name) });
  return header.replace(/^(\w+; filename=)([^";]+)/, '$1"$2"');
}

/** Letters that NFKD doesn't decompose. */
// biome-ignore format: a table
const letters: Record<string, string> = {
  ß: 'ss', ẞ: 'SS', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Đ: 'D', đ: 'd', Ł: 'L', ł: 'l', Þ: 'Th', þ: 'th', ı: 'i',
};

/** "Müller.bin" becomes "Muller.bin"; other characters and those unsafe in file names become "_". */
export function plainName(name: string): string {
  const plain = name
    .replace(/[^\x20-\x7e]/gu, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|[<>:"/\\|?*]|%(?=[\da-f]{2})/giu, '_');
  return plain.replace(/[. ]+$/, '') || '_';
}
