import { endingOf } from './file-kind';

/** As many bytes of a file as tell what it is. */
export const headBytes = 512;

type Signature = { family: string; at?: number; bytes: string };

/** How files begin, as text of one character a byte. */
const signatures: Signature[] = [
  { family: 'jpeg', bytes: '\xff\xd8\xff' },
  { family: 'png', bytes: '\x89PNG\r\n\x1a\n' },
  { family: 'gif', bytes: 'GIF8' },
  { family: 'webp', at: 8, bytes: 'WEBP' },
  { family: 'avi', at: 8, bytes: 'AVI ' },
  { family: 'wav', at: 8, bytes: 'WAVE' },
  { family: 'box', at: 4, bytes: 'ftyp' },
  { family: 'tiff', bytes: 'II*\0' },
  { family: 'tiff', bytes: 'MM\0*' },
  { family: 'matroska', bytes: '\x1aE\xdf\xa3' },
  { family: 'flac', bytes: 'fLaC' },
  { family: 'ogg', bytes: 'OggS' },
  { family: 'mp3', bytes: 'ID3' },
  { family: 'pdf', bytes: '%PDF-' },
  { family: 'zip', bytes: 'PK\x03\x04' },
  { family: 'zip', bytes: 'PK\x05\x06' },
  { family: 'office', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { family: 'rtf', bytes: '{\\rtf' },
  { family: '7z', bytes: "7z\xbc\xaf'\x1c" },
  { family: 'rar', bytes: 'Rar!\x1a\x07' },
  { family: 'gzip', bytes: '\x1f\x8b' },
  { family: 'bzip2', bytes: 'BZh' },
  { family: 'xz', bytes: '\xfd7zXZ\0' },
  { family: 'zstd', bytes: '\x28\xb5\x2f\xfd' },
  { family: 'program', bytes: '\x7fELF' },
  { family: 'program', bytes: 'MZ' },
  { family: 'script', bytes: '#!' },
];

/** The families that files of an ending may begin as. Those of other endings may be anything that has no family. */
const familiesOf: Record<string, string> = {
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
  flac: 'flac',
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

/** Endings of which no file begins with a signature that must be there, but some may. */
const orNone: Record<string, string> = { mp3: 'mp3', aac: 'mp3', mov: 'box' };

/**
 * Whether the first bytes say something else than the name: they lack what every such file begins with, or they are how
 * files of another kind begin. An empty file says nothing.
 * @param head the first `headBytes`, or all there are
 */
export function belies(name: string, head: Uint8Array): boolean {
  if (head.length === 0) return false;
  const ending = endingOf(name);
  const family = familyOf(head);
  const loose = orNone[ending];
  if (loose !== undefined) return family !== null && !loose.includes(family);
  const strict = familiesOf[ending];
  return strict === undefined ? family !== null : family === null || !strict.split(' ').includes(family);
}

function familyOf(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head.subarray(0, 32));
  const found = signatures.find(({ at = 0, bytes }) => text.startsWith(bytes, at));
  // Two letters that a text may begin with as well: programs have bytes that no text has.
  if (found?.bytes === 'MZ' && !head.includes(0)) return null;
  return found?.family ?? null;
}
