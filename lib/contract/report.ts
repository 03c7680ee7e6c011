import * as z from 'zod';
import { Ident, Result, Text } from '@/lib/contract/fields';
import { emailMaxLength } from '@/lib/domain/mail/mail-address';
import { endpoint } from './http/endpoint';

export const reportReasons = ['malware', 'illegal', 'copyright', 'personal', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const maxReportChars = 2_000;

export const ReportBody = z.object({
  reason: z.enum(reportReasons),
  text: Text.max(maxReportChars).default(''),
  address: Text.max(emailMaxLength).nullish().describe('Where to answer to; kept for 30 days'),
});
export type GivenReport = z.output<typeof ReportBody>;

export const report = {
  send: endpoint({
    method: 'POST',
    path: '/api/v2/open/share/{id}/report',
    access: 'open',
    summary: 'Report a link to the admins, where the server takes reports; the same answer for dead links',
    example: { refusal: 'request.notFound' },
    params: z.object({ id: Ident }),
    body: ReportBody,
    answer: Result,
    says: 'open.reported',
    errors: ['request.notFound', 'limit.attempts'],
  }),
};
