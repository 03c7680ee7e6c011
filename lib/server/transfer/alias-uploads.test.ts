import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import type { UserContext } from '@/lib/server/context';
import { getShare } from '@/lib/server/services/share/detail';
import { draftShare, ownAlias, userContext } from '@/testing/service/context';
import { filePart, formClient } from '@/testing/service/form';
import {
  idOf,
  send,
  sha256,
  signedIn,
  someBytes,
  startTransfer,
  tusClient,
} from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

type Tus = ReturnType<typeof tusClient>;
const holderOf = (aliasId: string) => ({ [headerNames.alias]: aliasId });

/** Who knows an alias and a share that came through it. */
async function delivery(given?: UserContext) {
  const owner = given ?? (await userContext({ now: new Date() }));
  const alias = await ownAlias(owner);
  const { id: shareId } = await draftShare(owner);
  await owner.db.share.update({
    where: { id: shareId },
    data: { aliasId: alias.id, delivery: { create: { number: 1 } } },
  });
  const auth = holderOf(alias.id);
  return { owner, alias, shareId, auth, tus: tusClient(port, shareId, auth, 'alias') };
}

const statuses = async ({ head, patch, create, remove }: Tus, path: string) => {
  const answers = [
    await create(1),
    await head(path),
    await patch(path, 0, Buffer.from('x')),
    await remove(path),
  ];
  return answers.map(({ status }) => status);
};

test('a sender who knows the alias delivers a file in pieces, and the owner has it', async () => {
  const { owner, shareId, tus } = await delivery();
  const bytes = someBytes(300_000);
  const path = await tus.begin(bytes.length);
  expect(path).toContain(`/api/v2/alias/upload/${shareId}/files/tus/`);
  expect((await tus.patch(path, 0, bytes.subarray(0, 100_000))).status).toBe(204);
  expect((await tus.head(path)).headers['upload-offset']).toBe('100000');
  expect((await tus.patch(path, 100_000, bytes.subarray(100_000))).status).toBe(204);
  const [file] = (await getShare(owner, { shareId })).files;
  expect(file).toMatchObject({ id: idOf(path), complete: true, checksum: sha256(bytes) });
});

test('an unfinished delivery can be taken back, a finished one can’t', async () => {
  const { owner, shareId, tus } = await delivery();
  const [halfway, delivered] = [await tus.begin(2), await tus.begin(2)];
  await tus.patch(delivered, 0, Buffer.from('ok'));
  expect((await tus.remove(halfway)).status).toBe(204);
  const refusal = await tus.remove(delivered);
  expect([refusal.status, refusal.json().code]).toEqual([403, 'upload.complete']);
  expect((await tus.patch(delivered, 2, Buffer.from('!'))).status).toBe(403);
  expect((await getShare(owner, { shareId })).files.map(({ id }) => id)).toEqual([idOf(delivered)]);
});

test('an inbox whose owner is full says so to the sender, and nothing about the owner', async () => {
  const { owner, shareId, tus } = await delivery();
  await owner.db.account.update({ where: { id: owner.viewer.id }, data: { maxBytes: 4321n } });
  await tus.begin(4000);
  const refusal = await tus.create(500);
  expect([refusal.status, refusal.json().code]).toEqual([413, 'upload.inboxFull']);
  expect(JSON.stringify([refusal.headers, refusal.json()])).not.toMatch(/4321|4\.22|321/);
  const own = tusClient(port, shareId, await signedIn(owner));
  const toOwner = await own.create(500);
  expect([toOwner.status, toOwner.json().code]).toEqual([413, 'upload.quotaBytes']);
  expect(toOwner.json().message).toContain('321B');
});

test('an alias gives nothing but uploading: no list, no detail, no file, no change', async () => {
  const { auth, shareId, tus } = await delivery();
  const delivered = await tus.begin(2);
  await tus.patch(delivered, 0, Buffer.from('ok'));
  const own = `/api/v2/sec/share/${shareId}/file/${idOf(delivered)}`;
  for (const method of ['GET', 'HEAD'])
    expect((await send(port, method, own, { headers: auth })).status).toBe(401);
  expect((await send(port, 'GET', delivered, { headers: auth })).status).toBe(405);
  const uploads = `/api/v2/sec/upload/${shareId}/files/tus`;
  expect((await send(port, 'POST', uploads, { headers: { ...tus.tus, 'upload-length': 1 } })).status).toBe(
    401,
  );
});

test('an alias opens its own shares alone, also among those of one owner', async () => {
  const one = await delivery();
  const [sibling, stranger] = [await delivery(one.owner), await delivery()];
  const { id: withoutAlias } = await draftShare(one.owner);
  const path = await one.tus.begin(1);
  for (const { auth } of [sibling, stranger]) {
    const through = tusClient(port, one.shareId, auth, 'alias');
    expect(await statuses(through, path)).toEqual([404, 404, 404, 404]);
    // The file through a share of one's own is no way either.
    const detour = path.replace(one.shareId, sibling.shareId);
    expect((await tusClient(port, sibling.shareId, sibling.auth, 'alias').head(detour)).status).toBe(404);
  }
  expect((await tusClient(port, withoutAlias, one.auth, 'alias').create(1)).status).toBe(404);
  expect((await tusClient(port, 'nobodys', one.auth, 'alias').create(1)).status).toBe(404);
});

test('a session is no alias: uploads through one ask for the header, no matter who is signed in', async () => {
  const { owner, shareId, tus } = await delivery();
  const path = await tus.begin(1);
  const session = await signedIn(owner);
  for (const auth of [{}, session, holderOf('nobodys'), holderOf(shareId)]) {
    const refused = tusClient(port, shareId, auth, 'alias');
    expect(await statuses(refused, path)).toEqual([403, 403, 403, 403]);
    expect((await refused.create(1)).json()).toMatchObject({ success: false, code: 'alias.notUsable' });
  }
});

test.each([
  ['published', { version: 1, enabled: true }],
  ['withdrawn again', { version: 1, enabled: false }],
  ['reserved for a link to come', { version: 0, enabled: false, reservedAt: new Date() }],
])('a delivery that is %s takes nothing more from its sender', async (_, publication) => {
  const { owner, shareId, auth, tus } = await delivery();
  const path = await tus.begin(2);
  const times = { publishedAt: owner.now, publishUntil: new Date(owner.now.getTime() + 60_000) };
  await owner.db.publication.create({ data: { shareId, linkId: owner.newId(), ...times, ...publication } });
  expect(await statuses(tus, path)).toEqual([404, 404, 404, 404]);
  const form = await formClient(port, auth, 'alias').add(shareId, filePart('more.txt', 'x'));
  expect(form.status).toBe(404);
});

test('words that are kept for a link to come change nothing for the sender', async () => {
  const { owner, shareId, tus } = await delivery();
  const never = { version: 0, enabled: false, publishedAt: owner.now, publishUntil: owner.now };
  await owner.db.publication.create({ data: { shareId, linkId: owner.newId(), isWords: true, ...never } });
  expect((await tus.create(1)).status).toBe(201);
});

test('days after a delivery nothing is added to it, unless something was on its way all the time', async () => {
  const { owner, shareId, tus } = await delivery();
  const path = await tus.begin(1);
  const old = new Date(owner.now.getTime() - owner.config.UPLOAD_TTL - 120_000);
  await owner.db.share.update({ where: { id: shareId }, data: { createdAt: old } });
  expect((await tus.create(1)).status).toBe(201);
  const whole = { state: 'complete', storedBytes: 1n, crc32: '00000000', completedAt: old } as const;
  await owner.db.file.updateMany({ where: { shareId }, data: whole });
  expect((await tus.create(1)).status).toBe(404);
  await owner.db.file.update({ where: { id: idOf(path) }, data: { completedAt: owner.now } });
  expect((await tus.create(1)).status).toBe(201);
});

test('switching the alias or its owner off ends uploads that are under way', async () => {
  for (const off of ['alias', 'owner'] as const) {
    const { owner, alias, tus } = await delivery();
    const path = await tus.begin(1);
    if (off === 'alias') await owner.db.alias.update({ where: { id: alias.id }, data: { enabled: false } });
    else await owner.db.account.update({ where: { id: owner.viewer.id }, data: { state: 'Disabled' } });
    expect(await statuses(tus, path)).toEqual([403, 403, 403, 403]);
  }
});
