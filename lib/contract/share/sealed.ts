import * as z from 'zod';
import { Ident, Result } from '@/lib/contract/fields';
import { visitorErrors, visitorParts, visitQuery } from '@/lib/contract/share/open-share';
import { Base64, Base64Of, SealedKey } from '@/lib/contract/share/sealed-shapes';
import { maxManifestBytes } from '@/lib/domain/limits';
import { endpoint } from '../http/endpoint';

const ManifestText = Base64(maxManifestBytes).describe('Sealed words and file names; base64');
const Revision = z.int().nonnegative().describe('Grows with every change; 0: nothing is stored yet');

/** Senders seal for the public half, and the owner opens with the other; the server can use neither. */
export const InboxSeal = z.object({
  publicKey: Base64Of(32).describe('X25519; base64'),
  wrappedKey: Base64(200).describe('The private key under a passphrase; base64'),
  salt: Base64Of(16),
  iterations: z.int().min(600_000).max(10_000_000).describe('Of PBKDF2-HMAC-SHA-256'),
});
export type InboxSeal = z.infer<typeof InboxSeal>;

const params = z.object({ id: Ident });
/** They take room like files. */
const roomErrors = ['upload.quotaBytes', 'upload.roomHeld', 'upload.inboxFull', 'storage.full'] as const;

/** Made anew for strangers, whose answers share no schema with owners’. */
const change = () =>
  ({
    params,
    body: z.object({ manifest: ManifestText, revision: Revision.describe('The one that was read') }),
    answer: Result.extend({ revision: Revision }),
    says: 'share.saved',
    refused: { revision: 0 },
    example: {
      body: { manifest: 'U0xJUFNFQUwBAAAAAAE'.padEnd(64, 'A'), revision: 0 },
      refusal: 'share.notSealed',
    },
    maxBodyBytes: 6 * 1024 ** 2,
  }) as const;

const zeros = (bytes: number) => 'A'.repeat(Math.ceil((bytes * 4) / 3)).padEnd(Math.ceil(bytes / 3) * 4, '=');

export const sealed = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/sec/share/{id}/manifest',
    access: 'user',
    summary: 'The sealed words and file names of a sealed share',
    who: 'managers',
    example: { refusal: 'share.notSealed' },
    params,
    answer: z.object({
      revision: Revision,
      manifest: ManifestText.nullable(),
      sealedKey: SealedKey.nullable().describe('Only of what came through a sealed inbox'),
      seal: InboxSeal.nullable().describe('Of that inbox; it stays when the inbox is deleted'),
    }),
    errors: ['share.notFound', 'share.notSealed'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/v2/sec/share/{id}/manifest',
    access: 'user',
    summary: 'Replace the sealed words and file names of a sealed share',
    who: 'managers',
    ...change(),
    errors: ['share.notFound', 'share.notSealed', 'request.changed', 'limit.attempts', ...roomErrors],
  }),
  saveThroughAlias: endpoint({
    method: 'POST',
    path: '/api/v2/alias/upload/{id}/manifest',
    access: 'alias',
    summary: 'Replace the sealed words and file names of one’s own delivery',
    ...change(),
    errors: [
      'share.notFound',
      'share.notSealed',
      'request.changed',
      'alias.notUsable',
      'limit.alias',
      ...roomErrors,
    ],
  }),
  open: endpoint({
    method: 'GET',
    path: '/api/v2/open/share/{id}/manifest',
    access: 'open',
    summary: 'The sealed words and file names of a published sealed share; goes on with a visit',
    example: { refusal: 'share.notSealed' },
    params,
    query: z.object(visitQuery),
    parts: visitorParts,
    answer: z.object({ manifest: ManifestText.nullable() }),
    errors: [...visitorErrors, 'share.notSealed'],
  }),
};

export const inboxSeal = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/sec/alias/{id}/seal',
    access: 'user',
    summary: 'The wrapped key of a sealed inbox, for its owner and members',
    who: 'managers',
    params,
    answer: z.object({ enabled: z.boolean(), seal: InboxSeal.nullable() }),
    errors: ['alias.notFound'],
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/v2/sec/alias/{id}/seal',
    access: 'user',
    summary: 'Seal an inbox, or give its private key another passphrase; its public key never changes',
    who: 'owner',
    example: { body: { publicKey: zeros(32), wrappedKey: zeros(76), salt: zeros(16), iterations: 600_000 } },
    params,
    body: InboxSeal,
    answer: Result,
    says: 'alias.saved',
    errors: ['alias.notFound', 'alias.notOwner', 'alias.sealIsOther', 'album.received'],
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/alias/{id}/seal',
    access: 'user',
    summary: 'Let an inbox take plain files again; its key stays for what came sealed',
    who: 'owner',
    params,
    answer: Result,
    says: 'alias.saved',
    errors: ['alias.notFound', 'alias.notOwner'],
  }),
};
