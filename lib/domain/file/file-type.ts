import { codeLanguage } from './code-language';
import { sortByName, type TreeFile } from './file-tree';

const otherNames: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heif',
};

const textEnding =
  /\.(txt|text|log|csv|tsv|md|markdown|rst|adoc|tex|srt|vtt|env|ps1|bat|cmd|tf|vue|proto|gradle)$/i;
/** These can run scripts in a browser, so they have display rules of their own. */
const activeEnding = /\.(svg|html?|xhtml)$/i;
/** Sent for TypeScript by systems that take .ts for MPEG transport streams, which no browser plays. */
const typeScriptAsVideo = 'video/mp2t';
const isBinary = /^application\/(pdf|zip|gzip|x-gzip|x-7z-compressed|x-tar|vnd\.rar)$/;
const oggFilm = /\.ogv$/i;

/**
 * Returns the normalized type that decides how a file is displayed. The ending wins where the type is
 * ambiguous, generic or wrong, such as Excel's for CSV files.
 */
export function displayType(mimeType: string, fileName: string): string {
  const plain = mediaType(mimeType);
  const type = otherNames[plain] ?? plain;
  if (type === 'application/ogg') return oggFilm.test(fileName) ? 'video/ogg' : 'audio/ogg';
  return isTextByEnding(type, fileName) ? 'text/plain' : type;
}

function isTextByEnding(type: string, fileName: string): boolean {
  const isText =
    textEnding.test(fileName) || (codeLanguage(fileName) !== null && !activeEnding.test(fileName));
  if (!isText) return false;
  if (type === typeScriptAsVideo) return /\.ts$/i.test(fileName);
  return type === '' || (type.startsWith('application/') && !isBinary.test(type));
}

const typesOf = (names: string): string[] => names.split(' ').map((name) => `image/${name}`);

const webPictures = typesOf('jpeg png webp gif avif');
const foreignPictures = typesOf('heic heif tiff');

/** Without SVG, a document that the server would have to parse. */
export const thumbnailTypes = [...webPictures, ...foreignPictures];

/** Without active content, and known to browsers. SVG has its own rule. */
export const displayablePictures = [...webPictures, ...typesOf('bmp')];

/** Most browsers show only the picture that the server makes of it. */
export const isForeignPicture = (mimeType: string, fileName: string): boolean =>
  foreignPictures.includes(displayType(mimeType, fileName));

/** Without parameters and in lower case, for comparisons (RFC 9110, section 8.3.1). */
export const mediaType = (text: string | null): string =>
  (text ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

export type ThumbnailKind = 'picture' | 'film';

/** Pictures up to this size are displayed without a thumbnail. */
export const smallPictureBytes = 300 * 1024;

const maxPictureBytes = 100 * 1024 ** 2;

type DeclaredFile = { mimeType: string; name: string; sizeBytes: number };

/**
 * Judges by the declared type; the decoder checks the content. Returns null for files without a thumbnail.
 */
export function thumbnailKind({ mimeType, name, sizeBytes }: DeclaredFile): ThumbnailKind | null {
  const type = displayType(mimeType, name);
  if (sizeBytes === 0) return null;
  if (thumbnailTypes.includes(type)) return sizeBytes <= maxPictureBytes ? 'picture' : null;
  return type.startsWith('video/') ? 'film' : null;
}

type PreviewKind = 'image' | 'video' | 'audio' | 'text' | 'pdf';

export function previewKind(mimeType: string, fileName: string): PreviewKind | null {
  const type = displayType(mimeType, fileName);
  if (type === 'application/pdf') return 'pdf';
  const [family] = type.split('/', 1);
  return family === 'image' || family === 'video' || family === 'audio' || family === 'text' ? family : null;
}

type Previewable = {
  mimetype: string;
  filename: string;
  complete: boolean;
  scan?: 'pending' | 'notScanned' | 'infected' | undefined;
};

/** Neither on its way, nor waiting for its virus scan, nor quarantined. */
export const isReady = ({ complete, scan }: Pick<Previewable, 'complete' | 'scan'>): boolean =>
  complete && (!scan || scan === 'notScanned');

export const canPreview = (file: Previewable): boolean =>
  isReady(file) && previewKind(file.mimetype, file.filename) !== null;

/** @param alsoId a file that is included whatever its type */
export function previewOrder<F extends Previewable & TreeFile>(
  files: readonly F[],
  alsoId?: string | null,
): F[] {
  return sortByName(files.filter((file) => canPreview(file) || (isReady(file) && file.id === alsoId)));
}

export const firstByName = <F extends Previewable & TreeFile>(files: readonly F[]): F | undefined =>
  sortByName(files.filter(({ complete }) => complete))[0];
