import { expect, test } from 'vitest';
import { fitsManifest, manifestStartBytes } from '@/lib/domain/sealed/fits-manifest';
import { newShareKey } from '@/lib/domain/sealed/share-key';
import { getShareActivity } from '@/lib/server/services/activity/share-activity';
import { openSelection } from '@/lib/server/services/open/open-files';
import { openShare } from '@/lib/server/services/open/open-share';
import { peekShare, type SharePeek } from '@/lib/server/services/open/peek';
import { blockShare } from '@/lib/server/services/oversight/block-share';
import { getShare } from '@/lib/server/services/share/detail';
import { ownSelection } from '@/lib/server/services/share/own-files';
import { publishShare } from '@/lib/server/services/share/publish';
import { searchShares } from '@/lib/server/services/share/search';
import { setShareField } from '@/lib/server/services/share/set-field';
import { createUpload } from '@/lib/server/services/upload/create';
import { completeUpload } from '@/lib/server/services/upload/progress';
import { intoShare, later, openContext, userContext } from '@/testing/service/context';
import { sealedFile, sealedShare, sealedWords } from '@/testing/service/sealed';
import { getManifest, openManifest, saveManifest } from './manifest';

const proof = (password: string | null, visit: string | null = null) => ({
  password,
  passwordCookie: null,
  visitCookie: visit,
});
const everything = { fileIds: [], folders: [] };

async function published() {
  const owner = await userContext();
  const { id: shareId, key } = await sealedShare(owner);
  const { name, bytes } = await sealedFile(key, 'x');
  const file = { name, path: '', mimeType: 'application/octet-stream', sizeBytes: bytes.length };
  const id = owner.newId();
  await createUpload(owner, { id, destination: intoShare(owner, shareId), file });
  const inOneGo = { chunks: [bytes], crc32: '00000000' };
  await completeUpload(owner, { fileId: id, sizeBytes: bytes.length, sha256: 'sum', inOneGo });
  const manifest = await sealedWords(key, 'Plans');
  await saveManifest(owner, { shareId, manifest, revision: 0 });
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: false });
  return { owner, shareId, linkId, manifest, key };
}

test('a visitor’s key is tried before the password and before a view is spent', async () => {
  const { owner, shareId, linkId, key } = await published();
  await setShareField(owner, shareId, { password: 'x', maxViews: 1 });
  const peeked = await peekShare(openContext({ now: owner.now }), linkId, null);
  const { manifestStart } = peeked as SharePeek;
  const start = new Uint8Array(Buffer.from(manifestStart ?? '', 'base64'));
  expect(await fitsManifest(key, start)).toBe(true);
  expect(await fitsManifest(await newShareKey(), start)).toBe(false);
  expect(start).toHaveLength(manifestStartBytes);
  const { publishInfo } = await getShare(owner, { shareId });
  expect(publishInfo?.views).toBe(0);
});

test('a password, views and an end hold for the sealed words as for the share', async () => {
  const { owner, shareId, linkId, manifest } = await published();
  await setShareField(owner, shareId, { password: 'sesame' });
  await setShareField(owner, shareId, { maxViews: 1 });
  const visitor = openContext();
  for (const given of [null, 'wrong']) {
    const code = given === null ? 'open.passwordRequired' : 'open.passwordWrong';
    await expect(openManifest(visitor, { linkId }, proof(given))).rejects.toMatchObject({ code });
  }
  const { pass } = await openShare(visitor, linkId, proof('sesame'));
  const visiting = proof('sesame', pass?.visit);
  expect(await openManifest(visitor, { linkId }, visiting)).toEqual({ manifest });
  const over = { code: 'open.notFound' };
  await expect(openManifest(visitor, { linkId }, proof('sesame'))).rejects.toMatchObject(over);
  await setShareField(owner, shareId, { until: owner.now.getTime() + 2_000 });
  await expect(openManifest(later(visitor, 3), { linkId }, visiting)).rejects.toMatchObject(over);
});

test('taken down, its sealed words are its owner’s to read and nobody’s to change', async () => {
  const { owner, shareId, linkId, manifest } = await published();
  await blockShare(await userContext({ admin: true }), { shareId, reason: 'Malware' });
  await expect(openManifest(openContext(), { linkId }, proof(null))).rejects.toMatchObject({
    code: 'open.notFound',
  });
  expect(await getManifest(owner, { shareId })).toMatchObject({ manifest, revision: 1 });
  const change = saveManifest(owner, { shareId, manifest, revision: 1 });
  await expect(change).rejects.toMatchObject({ code: 'share.blocked' });
});

test('its ZIP is refused, and lists call it by nothing that the server has', async () => {
  const { owner, shareId, linkId } = await published();
  const refused = { code: 'share.sealed' };
  await expect(ownSelection(owner, { shareId, ...everything })).rejects.toMatchObject(refused);
  await expect(openSelection(openContext(), { linkId, ...everything }, proof(null))).rejects.toMatchObject(
    refused,
  );
  const { items } = await searchShares(owner, { q: '', page: 1, pageSize: 9 });
  expect(items).toMatchObject([{ id: shareId, e2ee: 'v1', title: null, firstFile: null, files: 1 }]);
  expect(await getShare(owner, { shareId })).toMatchObject({ firstFile: null, files: [{ complete: true }] });
});

test('its activity and the audit log have what happened, and no word of it', async () => {
  const { owner, shareId, linkId } = await published();
  await openShare(openContext(), linkId, proof(null));
  const { items } = await getShareActivity(owner, { shareId, page: 1, pageSize: 20 });
  expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['created', 'published', 'opened']));
  const audited = await owner.db.auditEvent.findMany({ where: { shareId } });
  expect(audited).toContainEqual(
    expect.objectContaining({ event: 'share.modify', details: { field: 'manifest' } }),
  );
});
