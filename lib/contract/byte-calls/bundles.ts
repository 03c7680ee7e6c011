import { bundleLimits } from '@/lib/domain/file/bundle';
import { fileRefusals } from '../alias/alias-form';
import { allBytePaths } from './all-paths';
import type { ByteCall } from './byte-call';

const { files, fileBytes } = bundleLimits;

const sending = {
  group: 'uploads',
  method: 'POST',
  summary: `Send up to ${files} files of at most ${fileBytes / 1024} KiB into a share, in one request`,
  parts: [],
  body: { type: 'application/octet-stream', required: true },
  answers: [
    {
      status: 200,
      description:
        'A line of JSON for each file as soon as it is stored durably, or why it isn’t. What has no line may be sent again.',
      headers: [],
      type: 'application/x-ndjson',
    },
  ],
  errors: [
    'share.notFound',
    'request.invalid',
    'bundle.broken',
    'bundle.tooMany',
    'upload.notSealed',
    'upload.tooLarge',
    'upload.quotaBytes',
    'upload.roomHeld',
    'upload.quotaFiles',
    'upload.inboxFull',
    'upload.busy',
    'storage.full',
    'storage.fileTooLarge',
  ],
} as const satisfies Partial<ByteCall>;

export const ownBundles: readonly ByteCall[] = [
  { ...sending, id: 'bundle', access: 'user', path: allBytePaths.bundle },
];

export const aliasBundles: readonly ByteCall[] = [
  {
    ...sending,
    id: 'aliasBundle',
    access: 'alias',
    path: allBytePaths.aliasBundle,
    errors: [...sending.errors, ...fileRefusals, 'alias.sealedOnly'],
  },
];
