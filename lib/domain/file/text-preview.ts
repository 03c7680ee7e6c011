/** As much of a text as is shown; the rest is for downloading. */
export const textPreviewBytes = 512 * 1024;

/**
 * Bytes as people meant them: by their byte order mark, else as UTF-8, else as Windows-1252, which every byte fits.
 * A character that is cut at the end is left out.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = markOf(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes, { stream: true });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function markOf([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/** Texts that are shown as they were written to look, by type or ending. */
export const isMarkdown = (mimeType: string, fileName: string): boolean =>
  mimeType.startsWith('text/markdown') || /\.(md|markdown)$/i.test(fileName);
