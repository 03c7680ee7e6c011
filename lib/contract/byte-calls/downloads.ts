import * as z from 'zod';
import { ofRound } from '@/lib/contract/alias/of-round';
import { Ident, Text } from '@/lib/contract/fields';
import { visitQuery } from '@/lib/contract/share/open-share';
import type { AnswerHeaderName } from '../http/answer-headers';
import { allBytePaths } from './all-paths';
import type { ByteCall } from './byte-call';

const conditions = ['range', 'ifRange', 'ifMatch', 'ifNoneMatch'] as const;
const proof = ['password', 'passwordCookie', 'visitCookie'] as const;
const gate = ['open.notFound', 'open.passwordRequired', 'open.passwordWrong', 'limit.attempts'] as const;

type DownloadCall = Pick<ByteCall, 'path' | 'access' | 'parts' | 'errors'> & {
  id: string;
  summary: string;
  query: z.ZodObject;
  type: string;
  headers: readonly AnswerHeaderName[];
};

function getAndHead({ id, summary, type, headers, parts, errors, ...call }: DownloadCall): ByteCall[] {
  const responseHeaders = [
    ...headers,
    'etag',
    'acceptRanges',
    'contentLength',
    'contentDisposition',
  ] as const;
  const whole = { status: 200, headers: responseHeaders };
  const notModified = { status: 304, description: 'What the client has is still the same.', headers: [] };
  const get: ByteCall = {
    ...call,
    id,
    group: 'files',
    method: 'GET',
    summary,
    parts: [...parts, ...conditions],
    answers: [
      { ...whole, description: 'All bytes.', type },
      {
        status: 206,
        description: 'The part that was asked for.',
        headers: [...responseHeaders, 'contentRange'],
        type,
      },
      notModified,
    ],
    errors: [...errors, 'file.changed', 'file.noSuchRange'],
  };
  const head: ByteCall = {
    ...call,
    id: `${id}Head`,
    group: 'files',
    method: 'HEAD',
    summary: `${summary}: only what GET would say about it`,
    parts: [...parts, 'ifMatch', 'ifNoneMatch'],
    answers: [{ ...whole, description: 'The headers of GET.' }, notModified],
    errors: [...errors, 'file.changed'],
  };
  return [get, head];
}

const file = {
  type: '*/*',
  headers: ['lastModified', 'fileSize'],
  query: z.object({
    download: z.literal('1').optional().describe('Always as a download, never shown'),
    preview: z.literal('1').optional().describe('An SVG picture may be shown'),
  }),
} as const;

const selection = z.object({
  file: z
    .array(Ident)
    .optional()
    .describe('Only these files, by their ids. Unknown ones are left out; without any, all files.'),
  folder: z.array(Text).optional().describe('And all that is in these folders, by their paths'),
  exceptFile: z.array(Ident).optional().describe('But not these files'),
  exceptFolder: z
    .array(Text)
    .optional()
    .describe('Nor what is in these folders, unless a folder in them or a file is named'),
});

const zip = { type: 'application/zip', headers: [], query: selection } as const;

/** A form, because long selections don't fit into a URL. */
function postCall({ id, summary, errors, type, headers, ...call }: DownloadCall): ByteCall {
  const responseHeaders = [...headers, 'etag', 'contentLength', 'contentDisposition'] as const;
  return {
    ...call,
    id: `${id}Post`,
    group: 'files',
    method: 'POST',
    summary: `${summary}, chosen by a form`,
    body: { type: 'application/x-www-form-urlencoded', required: true, form: selection },
    answers: [{ status: 200, headers: responseHeaders, description: 'All bytes.', type }],
    errors: [...errors, 'request.tooLarge'],
  };
}

const thumbnail = {
  type: 'image/webp',
  headers: [],
  query: z.object({
    large: z.literal('1').optional().describe('Fits into 1600 × 1600 pixels; without it, into 320 × 320'),
  }),
} as const;
const noThumbnail = ['file.notFound', 'file.noThumbnail', 'file.thumbnailLater'] as const;

const ownZip: DownloadCall = {
  ...zip,
  id: 'ownZip',
  path: allBytePaths.ownZip,
  access: 'user',
  summary: 'All or some files of a share of mine in one ZIP file',
  parts: [],
  errors: ['share.notFound', 'share.sealed', 'zip.off', 'zip.tooLarge'],
};
const openZip: DownloadCall = {
  ...zip,
  query: zip.query.extend(visitQuery),
  id: 'openZip',
  path: allBytePaths.openZip,
  access: 'open',
  summary: 'All or some files of a published share in one ZIP file',
  parts: proof,
  errors: [...gate, 'share.sealed', 'zip.off', 'zip.tooLarge'],
};

export const downloads: readonly ByteCall[] = [
  ...getAndHead({
    ...file,
    id: 'ownFile',
    path: allBytePaths.ownFile,
    access: 'user',
    summary: 'A file of a share of mine',
    parts: [],
    errors: ['file.notFound'],
  }),
  ...getAndHead({
    ...file,
    query: file.query.extend(visitQuery),
    id: 'openFile',
    path: allBytePaths.openFile,
    access: 'open',
    summary: 'A file of a published share',
    parts: proof,
    errors: [...gate, 'file.notFound'],
  }),
  ...getAndHead({
    ...thumbnail,
    id: 'ownThumbnail',
    path: allBytePaths.ownThumbnail,
    access: 'user',
    summary: 'A small picture of a file of a share of mine',
    parts: [],
    errors: noThumbnail,
  }),
  ...getAndHead({
    ...thumbnail,
    query: thumbnail.query.extend(visitQuery),
    id: 'openThumbnail',
    path: allBytePaths.openThumbnail,
    access: 'open',
    summary: 'A small picture of a file of a published share',
    parts: proof,
    errors: [...gate, ...noThumbnail],
  }),
  ...getAndHead({
    ...file,
    query: file.query.extend(visitQuery),
    id: 'openNamed',
    path: allBytePaths.openNamed,
    access: 'open',
    summary: 'A file of a published share by its folder and name, escaped as one word',
    parts: proof,
    errors: [...gate, 'file.notFound'],
  }),
  ...getAndHead(ownZip),
  postCall({ ...ownZip, query: z.object({}) }),
  ...getAndHead({
    ...zip,
    query: z.object({}),
    id: 'inboxZip',
    path: allBytePaths.inboxZip,
    access: 'user',
    summary: 'All that came through an alias in one ZIP file, in folders by sender and date',
    parts: [],
    errors: ['alias.notFound', 'zip.off', 'zip.tooLarge'],
  }),
  ...getAndHead({
    ...zip,
    query: ofRound,
    id: 'roundZip',
    path: allBytePaths.roundZip,
    access: 'user',
    summary:
      'What people have sent for a round in one ZIP file, in folders by person and by what was asked for',
    parts: [],
    errors: ['alias.notFound', 'round.notFound', 'share.sealed', 'zip.off', 'zip.tooLarge'],
  }),
  ...getAndHead({
    ...zip,
    query: z.object({}),
    id: 'dataZip',
    path: allBytePaths.dataZip,
    access: 'user',
    summary: 'My data that was collected, in one ZIP file',
    parts: [],
    errors: ['data.over', 'data.unproven'],
  }),
  ...getAndHead(openZip),
  postCall({ ...openZip, query: z.object(visitQuery) }),
];
