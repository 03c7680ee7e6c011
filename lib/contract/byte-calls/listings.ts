import * as z from 'zod';
import { ofRound } from '@/lib/contract/alias/of-round';
import { visitQuery } from '@/lib/contract/share/open-share';
import { allBytePaths } from './all-paths';
import type { ByteCall } from './byte-call';

type Listing = { id: string; path: ByteCall['path']; summary: string };

const listings: Listing[] = [
  {
    id: 'openText',
    path: allBytePaths.openText,
    summary: 'A published share as text: its files, and where they are',
  },
  {
    id: 'openSums',
    path: allBytePaths.openSums,
    summary: 'SHA-256 of its files, as `sha256sum -c` reads them',
  },
  { id: 'openUrls', path: allBytePaths.openUrls, summary: 'Addresses of its files, as `wget -i` reads them' },
];

const call = {
  group: 'files',
  access: 'open',
  query: z.object(visitQuery),
  parts: ['password', 'passwordCookie', 'visitCookie'],
  errors: ['open.notFound', 'open.passwordRequired', 'open.passwordWrong', 'limit.attempts'],
} as const;

/** GET uses a view; HEAD uses none. */
export const openListings: readonly ByteCall[] = listings.flatMap(({ id, path, summary }): ByteCall[] => [
  {
    ...call,
    id,
    path,
    summary,
    method: 'GET',
    answers: [{ status: 200, description: 'As text.', headers: [], type: 'text/plain' }],
  },
  {
    ...call,
    id: `${id}Head`,
    path,
    summary: `${summary}: only whether it may be read`,
    method: 'HEAD',
    answers: [{ status: 200, description: 'It may.', headers: [] }],
  },
]);

const csv =
  'Values separated by commas (RFC 4180), by semicolons in languages that have commas in numbers; UTF-8, times in UTC.';
const ofInbox = {
  query: z.object({}),
  summary: 'All that came through an alias as a table, with what its senders said',
};

const tables = [
  {
    ...ofInbox,
    id: 'inboxTable',
    path: allBytePaths.inboxTable,
    type: 'text/csv',
    description: csv,
    errors: ['alias.notFound'],
  },
  {
    ...ofInbox,
    id: 'inboxWorkbook',
    path: allBytePaths.inboxWorkbook,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    description: 'A workbook (Office Open XML); times in the caller’s zone.',
    errors: ['alias.notFound', 'delivery.tableTooLarge'],
  },
  {
    id: 'roundTable',
    path: allBytePaths.roundTable,
    type: 'text/csv',
    description: `A line for each person and each thing asked for. ${csv}`,
    errors: ['alias.notFound', 'round.notFound'],
    query: ofRound,
    summary: 'What has come of a round as a table',
  },
] as const;

export const inboxTables: readonly ByteCall[] = tables.flatMap(
  ({ id, summary, path, query, type, description, errors }): ByteCall[] => {
    const call = { group: 'files', access: 'user', path, query, parts: [], errors } as const;
    const headers = ['contentDisposition'] as const;
    return [
      { ...call, id, method: 'GET', summary, answers: [{ status: 200, description, headers, type }] },
      {
        ...call,
        id: `${id}Head`,
        method: 'HEAD',
        summary: `${summary}: only whether it may be read`,
        answers: [{ status: 200, description: 'The headers of GET.', headers }],
      },
    ];
  },
);
