import { codeLanguage } from './code-language';

const otherNames: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
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

/** Without SVG, a document that the server would have to parse. */
export const thumbnailTypes = typesOf('jpeg png webp gif avif');

/** Without active content, so browsers may display them. SVG has its own rule. */
export const displayablePictures = [...thumbnailTypes, ...typesOf('bmp')];

/** Without parameters and in lower case, for comparisons (RFC 9110, section 8.3.1). */
export const mediaType = (text: string | null): string =>
  (text ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
