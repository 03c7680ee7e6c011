import * as z from 'zod';
import { OwnerProof, ownerProofErrors, ProofAsked } from '@/lib/contract/account/owner-proof';
import { Bytes, Ident, ListQuery, Millis, Result } from '@/lib/contract/fields';
import { endpoint } from '@/lib/contract/http/endpoint';
import { Reason } from './oversight';

const QuarantinedFile = z
  .object({
    id: Ident,
    name: z.string(),
    size: Bytes,
    found: z.string().describe('The virus, or why it can’t be scanned: `encrypted` or `tooLarge`'),
    at: Millis,
    owner: z.object({ id: Ident, login: z.string() }).describe('Of its share'),
    alias: z.string().nullable().describe('Name of the inbox that it came through'),
  })
  .meta({ id: 'QuarantinedFile' });
export type QuarantinedFile = z.infer<typeof QuarantinedFile>;

const params = z.object({ id: Ident });

/** Files that the virus scan has withdrawn, without their content. */
export const quarantine = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/admin/quarantine',
    access: 'admin',
    summary: 'Files in quarantine, the latest first',
    query: ListQuery.pick({ page: true, pageSize: true }),
    answer: z.object({
      items: z.array(QuarantinedFile),
      total: z.int().nonnegative(),
      asks: ProofAsked,
    }),
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/v2/admin/quarantine/{id}/release',
    access: 'admin',
    summary: 'Release a file: whoever may open its share gets it',
    example: { body: { reason: 'A false alarm', password: '…' }, refusal: 'settings.passwordWrong' },
    params,
    body: OwnerProof.extend({ reason: Reason.describe('For the audit') }),
    answer: Result,
    says: 'oversight.released',
    errors: ['file.notFound', ...ownerProofErrors],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/quarantine/{id}',
    access: 'admin',
    summary: 'Delete a file in quarantine',
    example: { refusal: 'file.notFound' },
    params,
    answer: Result,
    says: 'share.fileRemoved',
    errors: ['file.notFound'],
  }),
};
