import * as z from 'zod';
import { Millis, Result } from '@/lib/contract/fields';
import { endpoint } from '../http/endpoint';
import { OwnerProof, ownerProofErrors, ProofAsked } from './owner-proof';

const OwnDataState = z
  .object({
    asks: ProofAsked,
    state: z.enum(['none', 'collecting', 'ready']),
    until: Millis.nullable().describe('How long the archive can be fetched'),
    nextAt: Millis.nullable().describe('From when on another can be asked for; null: now'),
  })
  .meta({ id: 'OwnDataState' });
export type OwnDataState = z.infer<typeof OwnDataState>;

const DataRequest = OwnerProof.extend({
  files: z.boolean().default(false).describe('With all files'),
});
export type DataRequest = z.output<typeof DataRequest>;

/** All that is kept of oneself, in one archive: `dataZip`. */
export const ownData = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/data',
    access: 'user',
    summary: 'Whether the archive of my data is ready',
    answer: OwnDataState,
  }),
  request: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/data',
    access: 'user',
    summary: 'Collect my data; the archive can be fetched for a day, and one can be asked for a day',
    example: { body: { password: '…' }, refusal: 'settings.passwordWrong' },
    body: DataRequest,
    answer: Result,
    says: 'data.requested',
    errors: ['data.oneADay', ...ownerProofErrors],
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/data/open',
    access: 'user',
    summary: 'Prove oneself to fetch the archive: this session can for an hour',
    example: { body: { password: '…' }, refusal: 'settings.passwordWrong' },
    body: OwnerProof,
    answer: Result,
    says: 'data.opened',
    errors: ['data.over', ...ownerProofErrors],
  }),
};
