import { mediaType } from '../media-type';
import { codeLanguage } from './code-language';

/** Names that programs still send for types that have another one. */
const otherNames: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
};

/** Texts beside those that are written in a language of `codeLanguage`. */
const textEnding =
  /\.(txt|text|log|csv|tsv|md|markdown|rst|adoc|tex|srt|vtt|env|ps1|bat|cmd|tf|vue|proto|gradle)$/i;
/** Documents that a browser may run scripts of: they are shown only by rules of their own. */
const activeEnding = /\.(svg|html?|xhtml)$/i;
/** What systems say of TypeScript, because films once had its ending. No browser plays those. */
const filmOfTypeScript = 'video/mp2t';
/** Types that say for sure that it is no text. */
const isBinary = /^application\/(pdf|zip|gzip|x-gzip|x-7z-compressed|x-tar|vnd\.rar)$/;
const oggFilm = /\.ogv$/i;

/**
 * As what a file is shown: its type in plain form; by its ending where the type has several names, says nothing in
 * particular, or is wrong for it, as Excel's is for a CSV file from Windows.
 */
export function shownType(mimeType: string, fileName: string): string {
  const plain = mediaType(mimeType);
  const type = otherNames[plain] ?? plain;
  if (type === 'application/ogg') return oggFilm.test(fileName) ? 'video/ogg' : 'audio/ogg';
  return isTextByEnding(type, fileName) ? 'text/plain' : type;
}

function isTextByEnding(type: string, fileName: string): boolean {
  const isText =
    textEnding.test(fileName) || (codeLanguage(fileName) !== null && !activeEnding.test(fileName));
  if (!isText) return false;
  if (type === filmOfTypeScript) return /\.ts$/i.test(fileName);
  return type === '' || (type.startsWith('application/') && !isBinary.test(type));
}
