import { fileRefusals } from '../alias/alias-form';
import type { Access } from '../http/endpoint';
import { allBytePaths } from './all-paths';
import type { ByteCall } from './byte-call';

type TusCalls = { prefix: string; access: Access; uploads: ByteCall['path']; upload: ByteCall['path'] };

function tusCalls({ prefix, access, uploads, upload }: TusCalls): ByteCall[] {
  const idOf = (name: string) =>
    prefix === '' ? name : `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`;
  return [
    ...atShare.map((call) => ({ ...call, path: uploads })),
    ...atUpload.map((call) => ({ ...call, path: upload })),
  ].map((call) => ({
    ...call,
    id: idOf(call.id),
    group: 'uploads',
    access,
    errors:
      access === 'alias' && call.body ? [...call.errors, ...fileRefusals, 'alias.sealedOnly'] : call.errors,
  }));
}

type TusCall = Omit<ByteCall, 'path' | 'access' | 'group'>;

const type = 'application/offset+octet-stream';
const tusErrors = ['share.notFound', 'upload.version'] as const;
const uploadErrors = [...tusErrors, 'upload.notFound', 'upload.expired'] as const;

const asking = {
  method: 'OPTIONS',
  summary: 'What the server understands of tus',
  parts: [],
  answers: [
    {
      status: 204,
      description: 'Versions, extensions and the limit.',
      headers: ['tusVersion', 'tusVersions', 'tusExtension', 'tusMaxSize'],
    },
  ],
  errors: ['share.notFound'],
} as const satisfies Omit<TusCall, 'id'>;

const writing = {
  parts: ['tusVersion', 'uploadOffset'],
  body: { type, required: true },
  answers: [
    {
      status: 204,
      description: 'The bytes are stored durably.',
      headers: ['tusVersion', 'uploadOffset', 'uploadExpires'],
    },
  ],
  errors: [
    ...uploadErrors,
    'request.invalid',
    'upload.offsetMissing',
    'upload.contentType',
    'upload.notSealed',
    'upload.wrongOffset',
    'upload.surplus',
    'upload.checksumMismatch',
    'upload.busy',
    'upload.complete',
    'storage.full',
    'storage.fileTooLarge',
  ],
} as const satisfies Partial<TusCall>;

const atShare: TusCall[] = [
  { ...asking, id: 'uploadsOptions' },
  {
    id: 'uploadCreate',
    method: 'POST',
    summary: 'Begin a file in a share; its first bytes, or all of them, may come along',
    parts: [
      'tusVersion',
      'uploadLength',
      'uploadMetadata',
      'uploadConcat',
      'fileName',
      'fileType',
      'fileLength',
      'fileModified',
      'creationKey',
    ],
    body: { type, required: false },
    answers: [
      {
        status: 201,
        description: 'The upload is begun.',
        headers: ['tusVersion', 'location', 'uploadOffset', 'uploadExpires', 'directPart'],
      },
    ],
    errors: [
      ...tusErrors,
      'request.invalid',
      'upload.lengthMissing',
      'upload.notSealed',
      'upload.lengthInvalid',
      'upload.metadataInvalid',
      'upload.modifiedInvalid',
      'upload.tooLarge',
      'upload.quotaBytes',
      'upload.roomHeld',
      'upload.quotaFiles',
      'upload.inboxFull',
      'upload.surplus',
      'upload.partUnfinished',
      'upload.checksumMismatch',
      'storage.full',
      'storage.fileTooLarge',
    ],
  },
];

const atUpload: TusCall[] = [
  { ...asking, id: 'uploadOptions' },
  {
    id: 'uploadHead',
    method: 'HEAD',
    summary: 'How far an upload is: where to go on after an interruption',
    parts: ['tusVersion'],
    answers: [
      {
        status: 200,
        description: 'What has arrived.',
        headers: [
          'tusVersion',
          'uploadOffset',
          'uploadLength',
          'uploadConcat',
          'uploadCrc32',
          'directPart',
          'tusMaxSize',
          'uploadExpires',
        ],
      },
    ],
    errors: uploadErrors,
  },
  { ...writing, id: 'uploadPatch', method: 'PATCH', summary: 'Send the next bytes of a file' },
  {
    ...writing,
    id: 'uploadPost',
    method: 'POST',
    summary: 'The same as PATCH, for clients that can’t send it',
    parts: [...writing.parts, 'methodOverride'],
  },
  {
    id: 'uploadDelete',
    method: 'DELETE',
    summary: 'Take a file back, arrived or not',
    parts: ['tusVersion'],
    answers: [{ status: 204, description: 'The file is gone.', headers: ['tusVersion'] }],
    errors: [...uploadErrors, 'upload.busy'],
  },
];

export const ownUploads: readonly ByteCall[] = tusCalls({
  prefix: '',
  access: 'user',
  uploads: allBytePaths.uploads,
  upload: allBytePaths.upload,
});

export const aliasUploads: readonly ByteCall[] = tusCalls({
  prefix: 'alias',
  access: 'alias',
  uploads: allBytePaths.aliasUploads,
  upload: allBytePaths.aliasUpload,
});
