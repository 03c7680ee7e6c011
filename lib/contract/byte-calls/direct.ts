import * as z from 'zod';
import { directPartsAtOnce } from '@/lib/domain/file/direct-upload';
import { fileRefusals } from '../alias/alias-form';
import { allBytePaths } from './all-paths';
import type { ByteCall } from './byte-call';

const number = z.int().min(1).max(10_000).describe('The first one is 1');

export const DirectPartsAsked = z
  .object({
    parts: z
      .array(z.object({ number, sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
      .min(1)
      .max(directPartsAtOnce),
  })
  .meta({ id: 'DirectPartsAsked' });

export type DirectPartsAsked = z.infer<typeof DirectPartsAsked>;

export const DirectParts = z
  .object({
    parts: z.array(
      z.object({
        number,
        isStored: z.boolean().describe('The bucket has these bytes, so that they needn’t be sent'),
        url: z.string().describe('Takes this part alone by PUT, for 15 minutes; empty if it is stored'),
        headers: z
          .object({
            'x-amz-content-sha256': z.string().optional(),
            'x-amz-checksum-sha256': z.string().optional(),
          })
          .describe('To be sent with it'),
      }),
    ),
  })
  .meta({ id: 'DirectParts' });
export type DirectParts = z.infer<typeof DirectParts>;

export const DirectState = z
  .object({ isComplete: z.boolean().describe('False while the server reads the file: ask again') })
  .meta({ id: 'DirectState' });
export type DirectState = z.infer<typeof DirectState>;

const errors = [
  'share.notFound',
  'request.invalid',
  'request.tooLarge',
  'upload.notFound',
  'upload.expired',
  'upload.notDirect',
  'upload.busy',
] as const;

const type = 'application/json';

const signing = {
  group: 'uploads',
  method: 'POST',
  summary: 'Addresses by which parts of a file that was begun by tus go straight into the bucket',
  parts: [],
  body: { type, required: true, form: DirectPartsAsked },
  answers: [{ status: 200, description: 'An address for each part.', headers: [], type, json: DirectParts }],
  errors: [...errors, 'upload.complete'],
} as const satisfies Partial<ByteCall>;

const ending = {
  group: 'uploads',
  method: 'POST',
  summary: 'All parts of a file are in the bucket',
  parts: [],
  answers: [
    { status: 200, description: 'The file has arrived.', headers: [], type, json: DirectState },
    { status: 202, description: 'It is being read; ask again.', headers: [], type, json: DirectState },
  ],
  errors: [...errors, 'upload.partUnfinished', 'upload.notSealed'],
} as const satisfies Partial<ByteCall>;

export const ownDirect: readonly ByteCall[] = [
  { ...signing, id: 'direct', access: 'user', path: allBytePaths.direct },
  { ...ending, id: 'directDone', access: 'user', path: allBytePaths.directDone },
];

export const aliasDirect: readonly ByteCall[] = [
  { ...signing, id: 'aliasDirect', access: 'alias', path: allBytePaths.aliasDirect },
  {
    ...ending,
    id: 'aliasDirectDone',
    access: 'alias',
    path: allBytePaths.aliasDirectDone,
    errors: [...ending.errors, ...fileRefusals],
  },
];
