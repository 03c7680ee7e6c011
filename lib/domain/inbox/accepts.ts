import type { FileRules } from './inbox-form';
import { endingOf, groupOf, groupOfType } from './inbox-form';

export type OfferedFile = { name: string; mimeType: string; sizeBytes: number };
export type FileProblem = 'type' | 'lies' | 'large';

/** True when only some types are accepted. Then name, declared type and first bytes must agree. */
export const hasTypeRules = ({ groups, endings }: FileRules): boolean =>
  groups.length > 0 || endings.length > 0;

/** Checks a file before its content arrives. Returns null when it is accepted. */
export function fileProblem(
  terms: FileRules,
  { name, mimeType, sizeBytes }: OfferedFile,
): FileProblem | null {
  if (hasTypeRules(terms)) {
    const group = groupOf(name);
    const isAccepted =
      terms.endings.includes(endingOf(name)) || (group !== null && terms.groups.includes(group));
    if (!isAccepted) return 'type';
    const declared = groupOfType(mimeType);
    if (declared !== null && group !== null && declared !== group && !areAudioOrVideo(declared, group))
      return 'lies';
  }
  return terms.maxFileBytes !== null && sizeBytes > terms.maxFileBytes ? 'large' : null;
}

/** Audio and video share containers, and systems declare one as the other. */
const areAudioOrVideo = (one: string, other: string): boolean =>
  [one, other].every((group) => group === 'films' || group === 'sound');

export const headBytes = 512;

type Signature = { format: string; at?: number; bytes: string };

/** Magic numbers, one character per byte. */
const signatures: Signature[] = [
  { format: 'jpeg', bytes: '\xff\xd8\xff' },
  { format: 'png', bytes: '\x89PNG\r\n\x1a\n' },
  { format: 'gif', bytes: 'GIF8' },
  { format: 'webp', at: 8, bytes: 'WEBP' },
  { format: 'avi', at: 8, bytes: 'AVI ' },
  { format: 'wav', at: 8, bytes: 'WAVE' },
  { format: 'box', at: 4, bytes: 'ftyp' },
  { format: 'tiff', bytes: 'II*\0' },
  { format: 'tiff', bytes: 'MM\0*' },
  { format: 'tiff', bytes: 'II+\0' },
  { format: 'tiff', bytes: 'MM\0+' },
  { format: 'matroska', bytes: '\x1aE\xdf\xa3' },
  { format: 'flac', bytes: 'fLaC' },
  { format: 'ogg', bytes: 'OggS' },
  { format: 'mp3', bytes: 'ID3' },
  { format: 'pdf', bytes: '%PDF-' },
  { format: 'zip', bytes: 'PK\x03\x04' },
  { format: 'zip', bytes: 'PK\x05\x06' },
  { format: 'office', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { format: 'rtf', bytes: '{\\rtf' },
  { format: '7z', bytes: "7z\xbc\xaf'\x1c" },
  { format: 'rar', bytes: 'Rar!\x1a\x07' },
  { format: 'gzip', bytes: '\x1f\x8b' },
  { format: 'bzip2', bytes: 'BZh' },
  { format: 'xz', bytes: '\xfd7zXZ\0' },
  { format: 'zstd', bytes: '\x28\xb5\x2f\xfd' },
  { format: 'program', bytes: '\x7fELF' },
  { format: 'program', bytes: 'MZ' },
  { format: 'script', bytes: '#!' },
];

/** Formats allowed for an ending. Files with other endings of a group may only have an unknown format. */
const requiredFormats: Record<string, string> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  jfif: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'box',
  heic: 'box',
  heif: 'box',
  tif: 'tiff',
  tiff: 'tiff',
  mp4: 'box',
  m4v: 'box',
  mov: 'box',
  '3gp': 'box',
  webm: 'matroska',
  mkv: 'matroska',
  avi: 'avi',
  ogv: 'ogg',
  m4a: 'box',
  wav: 'wav',
  flac: 'flac mp3',
  ogg: 'ogg',
  oga: 'ogg',
  opus: 'ogg',
  pdf: 'pdf',
  docx: 'zip office',
  docm: 'zip office',
  dotx: 'zip',
  xlsx: 'zip office',
  xlsm: 'zip office',
  pptx: 'zip office',
  pptm: 'zip office',
  odt: 'zip',
  ods: 'zip',
  odp: 'zip',
  odg: 'zip',
  epub: 'zip',
  pages: 'zip',
  numbers: 'zip',
  key: 'zip',
  doc: 'office rtf zip',
  xls: 'office zip',
  ppt: 'office zip',
  dot: 'office rtf zip',
  rtf: 'rtf',
  zip: 'zip',
  '7z': '7z',
  rar: 'rar',
  gz: 'gzip',
  tgz: 'gzip',
  bz2: 'bzip2',
  xz: 'xz',
  zst: 'zstd',
};

const optionalFormats: Record<string, string> = { mp3: 'mp3', aac: 'mp3', mov: 'box' };

const programEndings = new Set(
  'exe dll sys scr com cpl efi so o bin run appimage sh bash zsh ksh fish py pyw rb pl pm php js mjs cjs lua tcl awk r cgi command'.split(
    ' ',
  ),
);

/**
 * Compares the first bytes with the name: the ending's format is missing, or another is there. Endings of no group,
 * which an inbox lists itself, may name anything but programs.
 * @param head the first `headBytes`, or the whole file if shorter
 */
export function contradictsName(name: string, head: Uint8Array): boolean {
  if (head.length === 0) return false;
  const ending = endingOf(name);
  const format = formatOf(head) ?? (ending === 'pdf' && hasLatePdfHeader(head) ? 'pdf' : null);
  const optional = optionalFormats[ending];
  if (optional !== undefined) return format !== null && !optional.includes(format);
  const required = requiredFormats[ending];
  if (required !== undefined) return format === null || !required.split(' ').includes(format);
  if (groupOf(name) !== null) return format !== null;
  return (format === 'program' || format === 'script') && !programEndings.has(ending);
}

/** Scanners put a few bytes before it, which readers skip. */
const hasLatePdfHeader = (head: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(head).includes('%PDF-');

function formatOf(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head.subarray(0, 32));
  const found = signatures.find(({ at = 0, bytes }) => text.startsWith(bytes, at));
  // A text may begin with "MZ", too; programs contain zero bytes, texts don't.
  if (found?.bytes === 'MZ' && !head.includes(0)) return null;
  return found?.format ?? null;
}
