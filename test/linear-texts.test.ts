import { parseCookie } from 'cookie';
import { expect, test } from 'vitest';
import { returnPath } from '@/lib/domain/account/sign-in';
import { codeLanguage } from '@/lib/domain/file/code-language';
import { archiveName, entryNames } from '@/lib/domain/file/entry-names';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import { isMarkdown } from '@/lib/domain/file/text-preview';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { readRecipients } from '@/lib/domain/mail/recipients';
import { readDeviceCode, readMailCode } from '@/lib/domain/pasted/codes';
import { readId, readLink } from '@/lib/domain/pasted/link';
import { cleanLines, cleanName, hashedForm, oneLine, shortened } from '@/lib/domain/pasted/plain-text';
import { searchText, searchWords } from '@/lib/domain/pasted/search-words';
import { noteBelowTitle, shareTitle } from '@/lib/domain/title';
import { readUserAgent } from '@/lib/domain/user-agent';
import { pickLocale } from '@/lib/i18n/locales';
import { jsonOf } from '@/lib/server/http/body';
import { redactedPath } from '@/lib/server/journal/redacted';
import { htmlOf } from '@/lib/server/mail/html';
import { plainAddress } from '@/lib/server/network-address';
import { codeRanges } from '@/lib/server/services/share/description/code-ranges';
import { mentionsFiles, renderDescription } from '@/lib/server/services/share/description/description';
import { evaluatePreconditions, ifRangeMatches, parseRange } from '@/lib/server/transfer/download/conditions';
import { parseBoundary } from '@/lib/server/transfer/form/form-reader';
import { parseNewFile } from '@/lib/server/transfer/tus/new-file';
import { parseUploadChecksum } from '@/lib/server/transfer/tus/request';

const mailFrame = { language: 'en', subject: 'a', appName: 'b', host: 'c' };

const inBodies: Record<string, (text: string) => unknown> = {
  description: (text) => renderDescription(text, { key: 'a', openKey: 'b', files: [], urlOf: String }),
  mentionsFiles,
  title: (text) => shareTitle(text, null),
  readLink,
  readId,
  readMailCode,
  readDeviceCode,
  hashedForm,
  searchText,
  searchWords,
  cleanName,
  codeRanges,
  noteBelowTitle,
  fileName: safeFileName,
  folderPath: safeFolderPath,
  entryNames: (text) => entryNames([{ id: 'a', path: text, name: text }]),
  archiveName,
  codeLanguage,
  isMarkdown: (text) => isMarkdown('text/plain', text),
  recipients: (text) => readRecipients([text]),
  address: (text) => [mailAddress(`a@${text}`), mailAddress(`${text}@a.example`)],
  mailAsHtml: (text) =>
    htmlOf(text, { ...mailFrame, isLink: () => true, isButton: () => true, hasFinePrint: true }),
  cleanLines,
  shortened: (text) => shortened(text, 60_000),
  oneLine,
  json: (text) => jsonOf(text, 'body'),
};

const header = (value: string) => ({ get: () => value, has: () => true });
const only = (name: string, value: string) => ({
  get: (asked: string) => (asked.toLowerCase() === name ? value : asked === 'upload-length' ? '1' : null),
  has: () => true,
});
const version = { etag: '"x"', modified: new Date(0) };

const inHeaders: Record<string, (text: string) => unknown> = {
  range: (text) => [parseRange(text, 9), parseRange(`bytes=${text}`, 9), parseRange(`bytes=1${text}`, 9)],
  preconditions: (text) => evaluatePreconditions(header(text), version),
  ifRange: (text) => ifRangeMatches(text, version),
  formType: (text) => parseBoundary(header(`multipart/form-data; ${text}`)),
  formBoundary: (text) => parseBoundary(header(`multipart/form-data; boundary=${text}`)),
  checksum: (text) => parseUploadChecksum(header(text)),
  checksumValue: (text) => parseUploadChecksum(header(`sha1 ${text}`)),
  uploadMetadata: (text) => parseNewFile(only('upload-metadata', text)),
  uploadMetadataName: (text) => parseNewFile(only('upload-metadata', `filename ${text}`)),
  fileName: (text) => parseNewFile(only('sharry-file-name', text)),
  fileType: (text) => parseNewFile(only('sharry-file-type', text)),
  userAgent: readUserAgent,
  acceptLanguage: (text) => pickLocale(undefined, text, 'gb'),
  weightOfLanguage: (text) => pickLocale(undefined, `de;${text}`, 'gb'),
  cookie: (text) => [parseCookie(text), parseCookie(`a=${text}`)],
  address: (text) => [plainAddress(text), plainAddress(`[${text}`), plainAddress(`1.${text}`)],
  path: redactedPath,
  returnPath: (text) => returnPath(`/app/${text}`),
};

const pieces = [
  ' ',
  '\t',
  '\n',
  '\u00a0',
  '[',
  '![',
  '](',
  '`',
  '_',
  '*',
  '<',
  '&',
  '#',
  '.',
  ',',
  ';',
  '"',
  "'",
  '=',
  '-',
];
pieces.push(
  '\\',
  '/',
  '%',
  '@',
  'a',
  'é',
  '1',
  '0',
  '(',
  ')',
  '{',
  '}',
  '{{',
  '{{ ',
  '}}',
  '{{#a}}',
  'http://',
  'a.',
  'a ',
  ' a',
);
pieces.push(
  '; ',
  ', ',
  'q=',
  ' =',
  '%41',
  '\\"',
  'W/',
  '"a"',
  '::',
  '1.',
  ':1',
  '\n\n',
  '> ',
  '- ',
  '| ',
  '~',
  '$',
  '日',
  'a <b',
  '<>',
  'mailto:',
  '\u200b',
);

/** Puts a text alone, after and before others, and with an ending that no parser expects. */
const shapes = (fill: string) => [fill, `x${fill}`, `${fill}x`, `{{x${fill}`, `#${fill}!`, `"${fill}`];

/** CPU time. At these lengths quadratic parsers take a second. */
const mostMs = 150;

function timed(read: (text: string) => unknown, text: string): number {
  const began = process.cpuUsage();
  try {
    read(text);
  } catch {
    // Refusing is fine as well.
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function slowest(read: (text: string) => unknown, size: number): { ms: number; text: string } {
  let found = { ms: 0, text: '' };
  for (const text of pieces.flatMap((piece) => shapes(piece.repeat(Math.floor(size / piece.length))))) {
    let ms = timed(read, text);
    // Repeats, because garbage collection or compilation may have interfered.
    for (let tries = 1; ms > mostMs && tries < 5; tries++) ms = Math.min(ms, timed(read, text));
    if (ms > found.ms) found = { ms, text: `${text.slice(0, 12)}…${text.slice(-3)}` };
  }
  return found;
}

const readers = [
  ...Object.entries(inBodies).map(([name, read]) => [name, read, 64 * 1024] as const),
  ...Object.entries(inHeaders).map(([name, read]) => [`header ${name}`, read, 16 * 1024] as const),
];

test.each(readers)('%s: what a stranger made up is read in a moment', (_, read, size) => {
  const { ms, text } = slowest(read, size);
  expect(ms > mostMs ? { ms, text } : 'fast').toBe('fast');
});
