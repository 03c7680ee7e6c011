import * as z from 'zod';
import { bytePaths } from './bytes';
import type { Access } from './endpoint';
import type { ErrorCode } from './errors';
import { Ident } from './fields';
import type { AnswerHeaderName, RequestPartName } from './headers';

/** A call whose request or answer is bytes. The data plane answers it; this says what clients may rely on. */
export type ByteCall = {
  id: string;
  group: 'files' | 'uploads';
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH' | 'DELETE';
  path: (typeof bytePaths)[keyof typeof bytePaths];
  access: Access;
  summary: string;
  query?: z.ZodObject;
  carries: readonly RequestPartName[];
  body?: { type: string; required: boolean };
  answers: readonly ByteAnswer[];
  errors: readonly ErrorCode[];
};

export type ByteAnswer = {
  status: number;
  description: string;
  headers: readonly AnswerHeaderName[];
  /** Content type of the body; without one there is no body. */
  type?: string;
};

const conditions = ['range', 'ifRange', 'ifMatch', 'ifNoneMatch'] as const;
const proof = ['password', 'passwordCookie', 'visitCookie'] as const;
const gate = ['open.notFound', 'open.passwordRequired', 'open.passwordWrong'] as const;

type Content = Pick<ByteCall, 'path' | 'access' | 'carries' | 'errors'> & {
  id: string;
  summary: string;
  query: z.ZodObject;
  type: string;
  headers: readonly AnswerHeaderName[];
};

/** GET and HEAD of something that can be downloaded, in parts if wanted. */
function downloads({ id, summary, type, headers, carries, errors, ...call }: Content): ByteCall[] {
  const said = [...headers, 'etag', 'acceptRanges', 'contentLength', 'contentDisposition'] as const;
  const whole = { status: 200, headers: said };
  const notModified = { status: 304, description: 'What the client has is still the same.', headers: [] };
  const get: ByteCall = {
    ...call,
    id,
    group: 'files',
    method: 'GET',
    summary,
    carries: [...carries, ...conditions],
    answers: [
      { ...whole, description: 'All bytes.', type },
      { status: 206, description: 'The part that was asked for.', headers: [...said, 'contentRange'], type },
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
    carries: [...carries, 'ifMatch', 'ifNoneMatch'],
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

const zip = {
  type: 'application/zip',
  headers: [],
  query: z.object({
    file: z
      .array(Ident)
      .optional()
      .describe('Only these files, by their ids. Unknown ones are left out; without any, all files.'),
  }),
} as const;

const tusErrors = ['share.notFound', 'upload.version'] as const;
const uploadErrors = [...tusErrors, 'upload.notFound', 'upload.expired'] as const;
const chunk = { type: 'application/offset+octet-stream', required: true };

const asking = {
  group: 'uploads',
  method: 'OPTIONS',
  access: 'user',
  summary: 'What the server understands of tus',
  carries: [],
  answers: [
    {
      status: 204,
      description: 'Versions, extensions and the limit.',
      headers: ['tusVersion', 'tusVersions', 'tusExtension', 'tusMaxSize'],
    },
  ],
  errors: ['share.notFound'],
} as const satisfies Partial<ByteCall>;

const writing = {
  group: 'uploads',
  path: bytePaths.upload,
  access: 'user',
  carries: ['tusVersion', 'uploadOffset'],
  body: chunk,
  answers: [
    {
      status: 204,
      description: 'The bytes are stored for good.',
      headers: ['tusVersion', 'uploadOffset', 'uploadExpires'],
    },
  ],
  errors: [
    ...uploadErrors,
    'request.invalid',
    'upload.offsetMissing',
    'upload.contentType',
    'upload.wrongOffset',
    'upload.surplus',
    'upload.busy',
    'upload.complete',
    'storage.full',
  ],
} as const satisfies Partial<ByteCall>;

const removing = {
  group: 'uploads',
  path: bytePaths.upload,
  access: 'user',
  carries: ['tusVersion'],
  answers: [{ status: 204, description: 'The file is gone.', headers: ['tusVersion'] }],
  errors: [...uploadErrors, 'upload.busy'],
} as const satisfies Partial<ByteCall>;

/** The one list of these calls: OpenAPI and the tests walk it. */
export const byteCalls: readonly ByteCall[] = [
  ...downloads({
    ...file,
    id: 'ownFile',
    path: bytePaths.ownFile,
    access: 'user',
    summary: 'A file of a share of mine',
    carries: [],
    errors: ['file.notFound'],
  }),
  ...downloads({
    ...file,
    id: 'openFile',
    path: bytePaths.openFile,
    access: 'open',
    summary: 'A file of a published share',
    carries: proof,
    errors: [...gate, 'file.notFound'],
  }),
  ...downloads({
    ...zip,
    id: 'ownZip',
    path: bytePaths.ownZip,
    access: 'user',
    summary: 'All or some files of a share of mine in one ZIP file',
    carries: [],
    errors: ['share.notFound', 'zip.off', 'zip.tooLarge'],
  }),
  ...downloads({
    ...zip,
    id: 'openZip',
    path: bytePaths.openZip,
    access: 'open',
    summary: 'All or some files of a published share in one ZIP file',
    carries: proof,
    errors: [...gate, 'zip.off', 'zip.tooLarge'],
  }),
  { ...asking, id: 'uploadsOptions', path: bytePaths.uploads },
  {
    id: 'uploadCreate',
    group: 'uploads',
    method: 'POST',
    path: bytePaths.uploads,
    access: 'user',
    summary: 'Begin a file in a share; its first bytes, or all of them, may come along',
    carries: ['tusVersion', 'uploadLength', 'uploadMetadata', 'fileName', 'fileType', 'fileLength'],
    body: { ...chunk, required: false },
    answers: [
      {
        status: 201,
        description: 'The upload is begun.',
        headers: ['tusVersion', 'location', 'uploadOffset', 'uploadExpires'],
      },
    ],
    errors: [
      ...tusErrors,
      'request.invalid',
      'upload.lengthMissing',
      'upload.lengthInvalid',
      'upload.metadataInvalid',
      'upload.tooLarge',
      'upload.surplus',
      'storage.full',
    ],
  },
  { ...asking, id: 'uploadOptions', path: bytePaths.upload },
  {
    id: 'uploadHead',
    group: 'uploads',
    method: 'HEAD',
    path: bytePaths.upload,
    access: 'user',
    summary: 'How far an upload is: where to go on after an interruption',
    carries: ['tusVersion'],
    answers: [
      {
        status: 200,
        description: 'What has arrived.',
        headers: ['tusVersion', 'uploadOffset', 'uploadLength', 'tusMaxSize', 'uploadExpires'],
      },
    ],
    errors: [...uploadErrors],
  },
  { ...writing, id: 'uploadPatch', method: 'PATCH', summary: 'Send the next bytes of a file' },
  {
    ...writing,
    id: 'uploadPost',
    method: 'POST',
    summary: 'The same as PATCH, for clients that can’t send it',
    carries: [...writing.carries, 'methodOverride'],
  },
  { ...removing, id: 'uploadDelete', method: 'DELETE', summary: 'Take a file back, arrived or not' },
];
