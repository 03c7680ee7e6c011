import * as z from 'zod';
import { MaxViews, Name } from '@/lib/contract/fields';
import { fileRefusals } from '../alias/alias-form';
import { allBytePaths } from './all-paths';
import type { ByteCall } from './byte-call';

const errors = [
  'request.invalid',
  'form.broken',
  'form.tooManyParts',
  'upload.quotaBytes',
  'upload.roomHeld',
  'upload.quotaFiles',
  'upload.inboxFull',
  'storage.full',
  'storage.fileTooLarge',
] as const;

/**
 * Refusals that elsewhere have status 200 get an error status, because command-line programs only look at
 * that.
 */
const refused = {
  status: 422,
  description: 'Too large, or the installation wants a password. Nothing was kept.',
  headers: [],
  type: 'text/plain',
} as const;

const terms = ['sendValidity', 'sendViews', 'sendName', 'password'] as const;

const own = {
  group: 'uploads',
  access: 'user',
  parts: [...terms, 'creationKey'],
  query: z.object({
    validity: z.string().optional().describe('Such as `8 hours` or `14 days`'),
    views: MaxViews.optional(),
    name: Name.optional(),
  }),
  answers: [
    {
      status: 201,
      description: 'The share is published: its link as a line of text, or JSON where `Accept` says so.',
      headers: ['location'],
      type: 'text/plain',
    },
    refused,
  ],
  errors: [...errors, 'share.validityTooLong'],
} as const satisfies Partial<ByteCall>;

const through = {
  group: 'uploads',
  access: 'open',
  parts: ['creationKey'],
  answers: [{ status: 201, description: 'The file has arrived.', headers: [], type: 'text/plain' }, refused],
  errors: [
    ...errors,
    ...fileRefusals,
    'alias.notUsable',
    'alias.notYetOpen',
    'alias.closed',
    'alias.sealedOnly',
    'delivery.unanswered',
    'limit.attempts',
    'limit.alias',
  ],
} as const satisfies Partial<ByteCall>;

const file = { body: { type: 'application/octet-stream', required: true } } as const;
const form = {
  body: {
    type: 'multipart/form-data',
    required: true,
    form: z.object({ file: z.array(z.file()).describe('Any number of files, under any name') }),
  },
} as const;

export const sendCalls: readonly ByteCall[] = [
  {
    ...own,
    ...file,
    id: 'send',
    method: 'PUT',
    path: allBytePaths.send,
    summary: 'Publish a file without a name',
  },
  { ...own, ...form, id: 'sendForm', method: 'POST', path: allBytePaths.send, summary: 'Publish some files' },
  {
    ...own,
    ...file,
    id: 'sendNamed',
    method: 'PUT',
    path: allBytePaths.sendNamed,
    summary: 'Publish a file',
  },
  {
    ...own,
    ...file,
    id: 'sendPosted',
    method: 'POST',
    path: allBytePaths.sendNamed,
    summary: 'The same as PUT, for programs that can’t send it',
  },
  {
    ...through,
    ...file,
    id: 'aliasSend',
    method: 'PUT',
    path: allBytePaths.aliasSend,
    summary: 'Send a file without a name through an alias',
  },
  {
    ...through,
    ...form,
    id: 'aliasSendForm',
    method: 'POST',
    path: allBytePaths.aliasSend,
    summary: 'Send some files through an alias',
  },
  {
    ...through,
    ...file,
    id: 'aliasSendNamed',
    method: 'PUT',
    path: allBytePaths.aliasSendNamed,
    summary: 'Send a file through an alias',
  },
  {
    ...through,
    ...file,
    id: 'aliasSendPosted',
    method: 'POST',
    path: allBytePaths.aliasSendNamed,
    summary: 'The same as PUT, for programs that can’t send it',
  },
];
