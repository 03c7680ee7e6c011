import * as z from 'zod';
import { FilesPage, FilesQuery, FolderQuery, ShareFolder } from '@/lib/contract/file';
import { DetailQuery, ShareDetail } from '@/lib/contract/share-shapes';
import { Ident } from './fields';
import { endpoint } from './http/endpoint';

/** In URLs that a page of a visit hands out, for whoever has no cookies. One that is over counts as missing. */
export const visitQuery = {
  visit: z.string().max(2_000).optional().catch(undefined).describe('The `visitKey` of a visit that goes on'),
};

const OpenedShare = ShareDetail.extend({
  visitKey: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Only with a new visit whose files need a proof: it stands for the visit in their URLs, as `visit`',
    ),
}).meta({ id: 'OpenedShare' });
export type OpenedShare = z.infer<typeof OpenedShare>;

const params = z.object({ id: Ident });
const carries = ['password', 'passwordCookie', 'visitCookie'] as const;
const errors = ['open.notFound', 'open.passwordRequired', 'open.passwordWrong', 'limit.attempts'] as const;

export const open = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/open/share/{id}',
    access: 'open',
    summary: 'A published share, by its publish id; spends a view unless a visit is going on',
    params,
    query: DetailQuery,
    carries,
    answer: OpenedShare,
    setsCookie: true,
    errors,
  }),
  folder: endpoint({
    method: 'GET',
    path: '/api/v2/open/share/{id}/folder',
    access: 'open',
    summary: 'What is in a folder of a published share',
    params,
    query: FolderQuery.extend(visitQuery),
    carries,
    answer: ShareFolder,
    errors,
  }),
  files: endpoint({
    method: 'GET',
    path: '/api/v2/open/share/{id}/files',
    access: 'open',
    summary: 'A page of the files in a folder of a published share',
    params,
    query: FilesQuery.extend(visitQuery),
    carries,
    answer: FilesPage,
    errors,
  }),
};
