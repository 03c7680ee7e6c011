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

/** The region (UN M49), script or language names an encoding in the menu. */
export const encodings = [
  { encoding: 'utf-8', type: null, of: '' },
  { encoding: 'windows-1252', type: 'region', of: '155' },
  { encoding: 'windows-1250', type: 'region', of: '151' },
  { encoding: 'iso-8859-2', type: 'region', of: '151' },
  { encoding: 'windows-1251', type: 'script', of: 'Cyrl' },
  { encoding: 'koi8-r', type: 'script', of: 'Cyrl' },
  { encoding: 'ibm866', type: 'script', of: 'Cyrl' },
  { encoding: 'iso-8859-5', type: 'script', of: 'Cyrl' },
  { encoding: 'windows-1253', type: 'script', of: 'Grek' },
  { encoding: 'windows-1254', type: 'language', of: 'tr' },
  { encoding: 'windows-1255', type: 'script', of: 'Hebr' },
  { encoding: 'windows-1256', type: 'script', of: 'Arab' },
  { encoding: 'windows-1257', type: 'language', of: 'lt' },
  { encoding: 'windows-1258', type: 'language', of: 'vi' },
  { encoding: 'windows-874', type: 'language', of: 'th' },
  { encoding: 'shift_jis', type: 'language', of: 'ja' },
  { encoding: 'euc-jp', type: 'language', of: 'ja' },
  { encoding: 'iso-2022-jp', type: 'language', of: 'ja' },
  { encoding: 'gb18030', type: 'language', of: 'zh-Hans' },
  { encoding: 'big5', type: 'language', of: 'zh-Hant' },
  { encoding: 'euc-kr', type: 'language', of: 'ko' },
  { encoding: 'utf-16le', type: null, of: '' },
  { encoding: 'utf-16be', type: null, of: '' },
] as const;

export type Encoding = (typeof encodings)[number]['encoding'];
