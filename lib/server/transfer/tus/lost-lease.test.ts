import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createUpload } from '@/lib/server/services/upload/create';
import { takeLease } from '@/lib/server/services/upload/lease';
import { draftShare, intoShare, userContext } from '@/testing/service/context';
import type { LockedUpload } from './lock/locked-uploads';
import type { TusRequest } from './request';
import { storeBody } from './store-body';

/** A small file whose body has come to a node; `isGuaranteed` says whether no other one can have its lease. */
async function arrivedBody(isGuaranteed: boolean) {
  const user = await userContext({ now: new Date() });
  const stored: string[] = [];
  const storeWhole = async (id: string) => void stored.push(id);
  const ctx = { ...user, storage: { ...user.storage, storeWhole } };
  const share = await draftShare(ctx);
  const fileId = ctx.newId();
  const destination = intoShare(ctx, share.id);
  const file = { name: 'a.txt', path: '', mimeType: 'text/plain', sizeBytes: 2 };
  await createUpload(ctx, { id: fileId, destination, file });
  const taken = await takeLease(ctx, { fileId, node: 'here', destination });
  if (!taken?.lease) throw new Error('Nobody has the upload.');
  const idle = () => undefined;
  const upload: LockedUpload = {
    stop: new AbortController().signal,
    file: taken.file,
    activeLease: {
      lease: taken.lease,
      isGuaranteed: () => isGuaranteed,
      extend: idle,
      end: idle,
      isOver: () => false,
    },
    release: async () => undefined,
  };
  const body = Readable.from([Buffer.from('ok')]);
  const came = { ctx, destination, body, contentLength: 2, checksum: null, startedAtMs: performance.now() };
  const store = () => storeBody(came as unknown as TusRequest, upload);
  return { store, stored, fileId };
}

test('a node that may have lost an upload’s lease makes no small file final: another one’s bytes may be there', async () => {
  const { store, stored } = await arrivedBody(false);
  await expect(store()).rejects.toMatchObject({ code: 'upload.busy' });
  expect(stored).toEqual([]);
});

test('the node that has the lease makes it final', async () => {
  const { store, stored, fileId } = await arrivedBody(true);
  await store();
  expect(stored).toEqual([fileId]);
});
