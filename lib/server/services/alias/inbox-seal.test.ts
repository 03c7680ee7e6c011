import { expect, test } from 'vitest';
import { fingerprintOf } from '@/lib/domain/sealed/fingerprint';
import { newShareKey } from '@/lib/domain/sealed/share-key';
import { paths } from '@/lib/paths';
import type { AliasContext, UserContext } from '@/lib/server/context';
import { addToAlbum, setAlbum } from '@/lib/server/services/album/album';
import { aliasTemplate } from '@/lib/server/services/mail/template';
import { getManifest, saveManifestThroughAlias } from '@/lib/server/services/sealed/manifest';
import { createShareThroughAlias, type DeliveryInput } from '@/lib/server/services/share/create';
import { getShare } from '@/lib/server/services/share/detail';
import { newAliasPass, openContext, ownAlias, userContext } from '@/testing/service/context';
import { sealedWords, sealInbox, someSeal, someSealedKey } from '@/testing/service/sealed';
import { clearInboxSeal, getInboxSeal, setInboxSeal } from './inbox-seal';
import { peekAlias } from './peek';
import { modifyAlias, removeAlias } from './save';
import { getAlias, searchAliases } from './search';

const plain: DeliveryInput = { maxViews: 30 };
const sealed = () => ({ ...plain, e2ee: 'v1' as const, sealedKey: someSealedKey() });
const deliver = (pass: AliasContext, input: DeliveryInput) => createShareThroughAlias(pass, input);

async function inbox() {
  const [owner, member, stranger, admin] = await Promise.all([
    userContext(),
    userContext(),
    userContext(),
    userContext({ admin: true }),
  ]);
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  return { owner, member, stranger, admin, aliasId, pass: () => newAliasPass(owner, aliasId) };
}

test('its owner alone seals and unseals an inbox; members read its wrapped key, nobody else', async () => {
  const { owner, member, stranger, admin, aliasId } = await inbox();
  const changes: [string, (ctx: UserContext) => Promise<unknown>][] = [
    ['set', (ctx) => setInboxSeal(ctx, { aliasId, ...someSeal() })],
    ['clear', (ctx) => clearInboxSeal(ctx, { aliasId })],
  ];
  for (const [name, change] of changes) {
    await expect(change(member), name).rejects.toMatchObject({ code: 'alias.notOwner' });
    for (const ctx of [stranger, admin])
      await expect(change(ctx), name).rejects.toMatchObject({ code: 'alias.notFound' });
  }
  expect(await getInboxSeal(owner, { aliasId })).toEqual({ enabled: false, seal: null });
  const seal = await sealInbox(owner, aliasId);
  for (const ctx of [owner, member])
    expect(await getInboxSeal(ctx, { aliasId })).toEqual({ enabled: true, seal });
  for (const ctx of [stranger, admin])
    await expect(getInboxSeal(ctx, { aliasId })).rejects.toMatchObject({ code: 'alias.notFound' });
});

test('a new passphrase wraps the same key; another key is refused, also after the inbox was unsealed', async () => {
  const { owner, aliasId } = await inbox();
  const seal = await sealInbox(owner, aliasId);
  const again = { ...someSeal(), publicKey: seal.publicKey };
  await setInboxSeal(owner, { aliasId, ...again });
  await clearInboxSeal(owner, { aliasId });
  expect(await getInboxSeal(owner, { aliasId })).toEqual({ enabled: false, seal: again });
  await expect(setInboxSeal(owner, { aliasId, ...someSeal() })).rejects.toMatchObject({
    code: 'alias.sealIsOther',
  });
});

test('links of an inbox carry the fingerprint of its key while it is sealed, in lists, on its page and in mails', async () => {
  const { owner, member, aliasId } = await inbox();
  const { publicKey } = await sealInbox(owner, aliasId);
  const fingerprint = await fingerprintOf(publicKey);
  const mailed = async () => (await aliasTemplate(owner, { id: aliasId, languages: ['en'] })).body;
  for (const ctx of [owner, member]) {
    expect((await getAlias(ctx, { aliasId })).keyFingerprint).toBe(fingerprint);
    const { items } = await searchAliases(ctx, { q: '', page: 1, pageSize: 10 });
    expect(items.map(({ keyFingerprint }) => keyFingerprint)).toEqual([fingerprint]);
  }
  expect(await mailed()).toContain(`${paths.inbox(aliasId)}#pk=${fingerprint}`);
  await clearInboxSeal(owner, { aliasId });
  expect((await getAlias(owner, { aliasId })).keyFingerprint).toBeNull();
  expect(await mailed()).not.toContain('#pk=');
});

test('a sealed inbox takes sealed deliveries alone, and an ordinary one none of them', async () => {
  const { owner, aliasId, pass } = await inbox();
  const unsupported = { code: 'request.invalid', values: { field: 'e2ee' } };
  await expect(deliver(await pass(), sealed())).rejects.toMatchObject(unsupported);
  await sealInbox(owner, aliasId);
  const { sealedKey, ...keyless } = sealed();
  for (const input of [plain, keyless, { ...plain, sealedKey }])
    await expect(deliver(await pass(), input)).rejects.toMatchObject({ code: 'alias.sealedOnly' });
  await expect(deliver(await pass(), { ...sealed(), description: 'Hello' })).rejects.toMatchObject({
    values: { field: 'description' },
  });
  const { id: shareId } = await deliver(await pass(), sealed());
  expect(await getShare(owner, { shareId })).toMatchObject({ e2ee: 'v1', name: null, aliasId });
  await clearInboxSeal(owner, { aliasId });
  await expect(deliver(await pass(), plain)).resolves.toHaveProperty('id');
  // of a sender whose page was open before
  await expect(deliver(await pass(), sealed())).resolves.toHaveProperty('id');
  await expect(deliver(await pass(), keyless)).rejects.toMatchObject(unsupported);
});

test('senders learn the public key and nothing else of it, while the inbox is sealed', async () => {
  const { owner, aliasId } = await inbox();
  const { publicKey } = await sealInbox(owner, aliasId);
  expect(await peekAlias(openContext(), aliasId)).toMatchObject({ state: 'open', seal: { publicKey } });
  await clearInboxSeal(owner, { aliasId });
  expect(await peekAlias(openContext(), aliasId)).toMatchObject({ state: 'open', seal: null });
});

test('an inbox has an album or is sealed', async () => {
  const { owner, aliasId, pass } = await inbox();
  const seal = await sealInbox(owner, aliasId);
  await expect(setAlbum(owner, { aliasId, mode: 'open' })).rejects.toMatchObject({
    code: 'alias.sealedOnly',
  });
  const { id: shareId } = await deliver(await pass(), sealed());
  await clearInboxSeal(owner, { aliasId });
  await setAlbum(owner, { aliasId, mode: 'checked' });
  await expect(setInboxSeal(owner, { aliasId, ...seal })).rejects.toMatchObject({ code: 'album.received' });
  await expect(addToAlbum(owner, { shareId })).rejects.toMatchObject({ code: 'share.sealed' });
});

test('a sender saves the sealed words of an own delivery; of others’, and once it is closed, none', async () => {
  const { owner, aliasId, pass } = await inbox();
  await sealInbox(owner, aliasId);
  const { id: shareId } = await deliver(await pass(), sealed());
  const change = { shareId, manifest: await sealedWords(await newShareKey(), 'For you'), revision: 0 };
  expect(await saveManifestThroughAlias(await pass(), change)).toEqual({ revision: 1 });

  const other = await ownAlias(owner);
  const later = { ...change, revision: 1 };
  await expect(saveManifestThroughAlias(await newAliasPass(owner, other.id), later)).rejects.toMatchObject({
    code: 'share.notFound',
  });
  await owner.db.share.update({ where: { id: shareId }, data: { createdAt: new Date(0) } });
  await expect(saveManifestThroughAlias(await pass(), later)).rejects.toMatchObject({
    code: 'share.notFound',
  });
  const { revision, manifest } = await getManifest(owner, { shareId });
  expect({ revision, manifest }).toEqual({ revision: 1, manifest: change.manifest });
});

test('deliveries keep the key by which they open when the inbox gets another address or goes', async () => {
  const { owner, aliasId, pass } = await inbox();
  const seal = await sealInbox(owner, aliasId);
  const delivery = sealed();
  const { id: shareId } = await deliver(await pass(), delivery);
  const opens = async () =>
    expect(await getManifest(owner, { shareId })).toMatchObject({
      sealedKey: delivery.sealedKey,
      seal,
    });
  await opens();
  const id = owner.newId();
  await modifyAlias(owner, { aliasId, id, name: 'Moved', validity: 60_000, enabled: true, members: [] });
  await opens();
  expect(await getInboxSeal(owner, { aliasId: id })).toEqual({ enabled: true, seal });
  await removeAlias(owner, { aliasId: id });
  await opens();
});

test('the key of a creation finds the delivery of the same sealed key, and none of another', async () => {
  const { owner, aliasId, pass } = await inbox();
  await sealInbox(owner, aliasId);
  const [sender, first, creationKey] = [await pass(), sealed(), someSealedKey()];
  const begin = (input: DeliveryInput) => createShareThroughAlias(sender, input, creationKey);
  const { id } = await begin(first);
  expect((await begin(first)).id).toBe(id);
  await expect(begin(sealed())).rejects.toMatchObject({
    code: 'request.invalid',
    values: { reason: 'keyUsed' },
  });
});
