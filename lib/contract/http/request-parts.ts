import * as z from 'zod';
import { cookieNames, headerNames, idempotencyHeader, programHeaderNames } from './names';

type RequestPart = {
  in: 'header' | 'cookie';
  name: string;
  description: string;
  schema: z.ZodType;
  required?: true;
};

/** A guessable idempotency key would give access to a stranger's visit. */
export const keyChars = { min: 32, max: 200 };

const count = z.int().nonnegative();
const text = z.string();

/** Inputs besides path, query and body. Authentication is each call's `access`. */
export const requestParts = {
  password: {
    in: 'header',
    name: headerNames.password,
    schema: text,
    description: 'Password of the share, percent-encoded UTF-8.',
  },
  passwordCookie: {
    in: 'cookie',
    name: cookieNames.password,
    schema: text,
    description: 'Proof of the password, as set when the share was opened with it.',
  },
  visitCookie: {
    in: 'cookie',
    name: cookieNames.visit,
    schema: text,
    description: 'The visit that a view was spent on, as set when the share was opened.',
  },
  recipientCookie: {
    in: 'cookie',
    name: cookieNames.recipient,
    schema: text,
    description: 'Proof of a recipient’s address, as set by a code from their e-mail.',
  },
  idempotencyKey: {
    in: 'header',
    name: idempotencyHeader,
    schema: text,
    description: `Secret of ${keyChars.min} to ${keyChars.max} random characters. Asked again with the same one, as when the answer was lost, no second view is spent. Another length counts as missing.`,
  },
  creationKey: {
    in: 'header',
    name: idempotencyHeader,
    schema: text,
    description: `${keyChars.min} to ${keyChars.max} random characters. A creation that is sent again with the same ones, as when its answer was lost, makes nothing new: it is answered as the first was, also by another node and after a restart. Another file or share with the same ones is refused.`,
  },
  range: {
    in: 'header',
    name: 'Range',
    schema: text,
    description: 'One range of bytes, such as `bytes=0-1023`. Several ranges are answered with the whole.',
  },
  ifRange: {
    in: 'header',
    name: 'If-Range',
    schema: text,
    description: '`ETag` of the part that is there already: `Range` counts only while it still is the same.',
  },
  ifMatch: { in: 'header', name: 'If-Match', schema: text, description: 'Only if it still has this `ETag`.' },
  ifNoneMatch: {
    in: 'header',
    name: 'If-None-Match',
    schema: text,
    description: 'Only if it no longer has this `ETag`; 304 otherwise.',
  },
  tusVersion: {
    in: 'header',
    name: 'Tus-Resumable',
    schema: z.literal('1.0.0'),
    required: true,
    description: 'Version of the tus protocol.',
  },
  uploadLength: {
    in: 'header',
    name: 'Upload-Length',
    schema: count,
    description: `Size of the whole file in bytes. Needed unless \`${programHeaderNames.fileLength}\` says it.`,
  },
  uploadMetadata: {
    in: 'header',
    name: 'Upload-Metadata',
    schema: text,
    description:
      'tus metadata: `filename`, `filetype`, `relativePath`, `mtime` (milliseconds since 1970) and `key` (as `Idempotency-Key`), each with its value in base64.',
  },
  uploadConcat: {
    in: 'header',
    name: 'Upload-Concat',
    schema: text,
    description:
      '`partial` for a part of a file; `final;` and the addresses of whole parts, with blanks in between, joins them.',
  },
  fileName: {
    in: 'header',
    name: programHeaderNames.fileName,
    schema: text,
    description: 'Name of the file, percent-encoded UTF-8. Wins over `Upload-Metadata`.',
  },
  fileType: {
    in: 'header',
    name: programHeaderNames.fileType,
    schema: text,
    description: 'MIME type of the file. Wins over `Upload-Metadata`.',
  },
  fileLength: {
    in: 'header',
    name: programHeaderNames.fileLength,
    schema: count,
    description: 'Size of the whole file in bytes. Wins over `Upload-Length`.',
  },
  fileModified: {
    in: 'header',
    name: programHeaderNames.fileModified,
    schema: count,
    description: 'When the file last changed, in milliseconds since 1970. Wins over `Upload-Metadata`.',
  },
  sendValidity: {
    in: 'header',
    name: programHeaderNames.sendValidity,
    schema: text,
    description: 'How long the share lives, such as `8 hours` or `14 days`.',
  },
  sendViews: {
    in: 'header',
    name: programHeaderNames.sendViews,
    schema: count,
    description: 'How often its link may be opened.',
  },
  sendName: {
    in: 'header',
    name: programHeaderNames.sendName,
    schema: text,
    description: 'Name of the share, percent-encoded UTF-8.',
  },
  uploadOffset: {
    in: 'header',
    name: 'Upload-Offset',
    schema: count,
    required: true,
    description: 'Where the bytes of this request begin: exactly what has arrived before.',
  },
  methodOverride: {
    in: 'header',
    name: 'X-HTTP-Method-Override',
    schema: z.literal('DELETE'),
    description: 'For clients that can’t send DELETE.',
  },
} as const satisfies Record<string, RequestPart>;

export type RequestPartName = keyof typeof requestParts;
