import * as z from 'zod';
import { Ident, Result, Secret } from '@/lib/contract/fields';
import { endpoint } from '../http/endpoint';

export const albumModes = ['off', 'open', 'checked'] as const;

const params = z.object({ id: Ident });
const Token = Secret.min(1).max(100).describe('The secret of a receipt, under which files were added');

/** An album is a share whose visitors see all deliveries and may add files. */
export const album = {
  set: endpoint({
    method: 'POST',
    path: '/api/v2/sec/alias/{id}/album',
    access: 'user',
    summary: 'Show senders what came through an alias',
    who: 'owner',
    example: { body: { mode: 'checked' } },
    params,
    body: z.object({
      mode: z
        .enum(albumModes)
        .describe('`open`: everything at once; `checked`: what owner or members put there'),
    }),
    answer: Result.extend({ share: Ident.nullable().describe('The share that is the album') }),
    says: 'alias.saved',
    refused: { share: null },
    errors: ['alias.notFound', 'alias.notOwner', 'alias.sealedOnly', 'share.passwordNeeded'],
  }),
  ofShare: endpoint({
    method: 'POST',
    path: '/api/v2/sec/share/{id}/album',
    access: 'user',
    summary: 'Let visitors of a share of mine add files, or no longer',
    who: 'owner',
    example: { refusal: 'album.received' },
    params,
    body: z.object({ value: z.boolean() }),
    answer: Result.extend({ alias: Ident.nullable().describe('The alias by which they do') }),
    says: 'share.saved',
    refused: { alias: null },
    errors: ['share.notFound', 'share.sealed', 'album.received'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v2/sec/share/{id}/album/add',
    access: 'user',
    summary: 'Put the files of a delivery into the album of its alias',
    who: 'managers',
    example: { refusal: 'album.none' },
    params,
    answer: Result,
    says: 'share.saved',
    errors: ['share.notFound', 'share.sealed', 'album.none', 'upload.tooLarge'],
  }),
  own: endpoint({
    method: 'POST',
    path: '/api/v2/open/album/own',
    access: 'open',
    summary: 'Which files of albums a visitor has added',
    body: z.object({ token: Token }),
    answer: z.object({ files: z.array(Ident).describe('At most ten thousand') }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v2/open/album/remove',
    access: 'open',
    summary: 'Remove a file from an album, for the visitor who has added it',
    example: { body: { token: '…', file: 'none' }, refusal: 'file.notFound' },
    body: z.object({ token: Token, file: Ident }),
    answer: Result,
    says: 'share.fileRemoved',
    errors: ['file.notFound', 'limit.attempts'],
  }),
};
