import * as z from 'zod';
import { Ident, Result, TypedCode } from '@/lib/contract/fields';
import { FilesQuery, FolderQuery } from '@/lib/contract/share/file';
import {
  CodeSent,
  visitorErrors as errors,
  OpenedShare,
  OpenFilesPage,
  OpenFolder,
  visitorParts as parts,
  visitQuery,
} from '@/lib/contract/share/open-share';
import { DetailQuery } from '@/lib/contract/share/share-shapes';
import { endpoint } from './http/endpoint';

const params = z.object({ id: Ident });
export const open = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/open/share/{id}',
    access: 'open',
    summary: 'A published share, by its publish id; spends a view unless a visit is going on',
    params,
    query: DetailQuery,
    parts: [...parts, 'idempotencyKey'],
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
    parts,
    answer: OpenFolder,
    errors,
  }),
  files: endpoint({
    method: 'GET',
    path: '/api/v2/open/share/{id}/files',
    access: 'open',
    summary: 'A page of the files in a folder of a published share',
    params,
    query: FilesQuery.extend(visitQuery),
    parts,
    answer: OpenFilesPage,
    errors,
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/api/v2/open/share/{id}/code',
    access: 'open',
    summary: 'Mail a code to the recipient whose link it is; it ends the one before',
    example: { refusal: 'open.notFound' },
    params,
    answer: CodeSent,
    says: 'open.codeSent',
    refused: { address: '' },
    errors: ['open.notFound', 'mail.off', 'limit.attempts'],
  }),
  proveCode: endpoint({
    method: 'POST',
    path: '/api/v2/open/share/{id}/proof',
    access: 'open',
    summary: 'Prove the address of a recipient by the code; it counts once, for 15 minutes and five tries',
    example: { refusal: 'open.notFound' },
    params,
    body: z.object({ code: TypedCode }),
    answer: Result,
    says: 'open.proven',
    setsCookie: true,
    errors: ['open.notFound', 'open.codeNotSix', 'open.codeWrong', 'open.codeOver', 'limit.attempts'],
  }),
};
