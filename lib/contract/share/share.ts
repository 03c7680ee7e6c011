import * as z from 'zod';
import { Bytes, Ident, IdResult, ListQuery, Result } from '@/lib/contract/fields';
import { FilesPage, FilesQuery, FolderQuery, ShareFolder } from '@/lib/contract/share/file';
import { DetailQuery, ShareDetail, ShareListItem, ShareProperties } from '@/lib/contract/share/share-shapes';
import { shareFilters } from '@/lib/domain/list-view';
import { endpoint } from '../http/endpoint';
import { createThroughAlias } from './create-through-alias';
import { shareMarks } from './share-marks';
import { shareSetters } from './share-setters';

const params = z.object({ id: Ident });
const ShareQuery = ListQuery.extend({
  alias: Ident.optional().describe('Only what came through this alias'),
  state: z
    .enum([...shareFilters, 'received', 'sent'])
    .optional()
    .describe('Only shares that are like this; `ended`: expired or used up'),
});
export type ShareQuery = z.output<typeof ShareQuery>;

export const share = {
  create: endpoint({
    method: 'POST',
    path: '/api/v2/sec/upload/new',
    access: 'user',
    parts: ['creationKey'],
    summary: 'Create an empty share',
    body: ShareProperties,
    answer: IdResult,
    says: 'share.created',
    refused: { id: '' },
    errors: [
      'share.validityTooLong',
      'share.passwordNeeded',
      'share.linkTaken',
      'share.linkGuessable',
      'limit.attempts',
    ],
  }),
  createThroughAlias,
  search: endpoint({
    method: 'GET',
    path: '/api/v2/sec/share/search',
    access: 'user',
    summary: 'My shares, newest first',
    query: ShareQuery,
    answer: z.object({
      items: z.array(ShareListItem),
      total: z.object({ shares: z.int().nonnegative(), size: Bytes }).describe('Over all pages'),
    }),
  }),
  received: endpoint({
    method: 'GET',
    path: '/api/v2/sec/share/received',
    access: 'user',
    summary: 'How much has come through aliases that the caller has not opened yet',
    answer: z.object({ unread: z.int().nonnegative() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/sec/share/{id}',
    access: 'user',
    summary: 'A share with its files',
    who: 'managers',
    params,
    query: DetailQuery,
    answer: ShareDetail,
    errors: ['share.notFound'],
  }),
  folder: endpoint({
    method: 'GET',
    path: '/api/v2/sec/share/{id}/folder',
    access: 'user',
    summary: 'What is in a folder of a share: its folders, and where each page of its files begins',
    who: 'managers',
    params,
    query: FolderQuery,
    answer: ShareFolder,
    errors: ['share.notFound'],
  }),
  files: endpoint({
    method: 'GET',
    path: '/api/v2/sec/share/{id}/files',
    access: 'user',
    summary: 'A page of the files in a folder of a share, in people’s order of names',
    who: 'managers',
    params,
    query: FilesQuery,
    answer: FilesPage,
    errors: ['share.notFound'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/share/{id}',
    access: 'user',
    summary: 'Delete a share with its files',
    who: 'managers',
    params,
    answer: Result,
    says: 'share.removed',
    errors: ['share.notFound'],
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/share/{id}/file/{fileId}',
    access: 'user',
    summary: 'Delete one file',
    who: 'managers',
    params: params.extend({ fileId: Ident }),
    answer: Result,
    says: 'share.fileRemoved',
    errors: ['share.notFound', 'file.notFound'],
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/v2/sec/share/{id}/publish',
    access: 'user',
    summary:
      'Publish: a new validity period, under the link it had or a new one, or the link alone ahead of files',
    who: 'managers',
    params,
    body: z.object({
      reuseId: z.boolean().default(true),
      keepsEnd: z.boolean().default(false),
      waits: z
        .boolean()
        .default(false)
        .describe('Only reserve the link: it says that files are on their way, and opens when published'),
      ifPublished: z
        .boolean()
        .default(false)
        .describe('Leave a share alone that is not published now; `id` is then empty'),
    }),
    answer: IdResult,
    says: 'share.published',
    refused: { id: '' },
    errors: ['share.notFound', 'share.passwordNeeded'],
  }),
  unpublish: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/share/{id}/publish',
    access: 'user',
    summary: 'Withdraw the link',
    who: 'managers',
    params,
    answer: Result,
    says: 'share.unpublished',
    errors: ['share.notFound'],
  }),
  ...shareMarks,
  ...shareSetters,
};
