import * as z from 'zod';
import { endpoint } from './endpoint';
import { Ident } from './fields';
import { FilesPage, FilesQuery, FolderQuery, ShareFolder } from './file';
import { DetailQuery, ShareDetail } from './share-shapes';

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
    answer: ShareDetail,
    setsCookie: true,
    errors,
  }),
  folder: endpoint({
    method: 'GET',
    path: '/api/v2/open/share/{id}/folder',
    access: 'open',
    summary: 'What is in a folder of a published share',
    params,
    query: FolderQuery,
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
    query: FilesQuery,
    carries,
    answer: FilesPage,
    errors,
  }),
};
