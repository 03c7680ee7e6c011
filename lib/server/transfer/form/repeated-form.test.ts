import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { setAlbum } from '@/lib/server/services/album/album';
import { createShare, createShareThroughAlias } from '@/lib/server/services/share/create';
import { countOf, curlSender } from '@/testing/network/curl-sender';
import { draftShare, newAliasPass, ownAlias, userContext } from '@/testing/service/context';
import { filePart, formClient, formOf, metaPart } from '@/testing/service/form';
import { formSender } from '@/testing/service/form-sender';
import { send, startTransfer } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const keyed = (letter: string) => ({ 'idempotency-key': letter.repeat(40) });
const used = 'Idempotency-Key: was already used for something else. Use a new one.';

test('a form that is sent again with its key makes no second share and leaves no bytes', async () => {
  const { ctx, client, names } = await formSender(port);
  const form = formOf(metaPart({ name: 'Plans' }), filePart('a.txt', 'a'), filePart('b.txt', 'b'));
  const post = (letter: string) => client.post(client.base, form, keyed(letter));
  const dueRemovals = () => ctx.db.removal.count({ where: { since: { lte: new Date() } } });
  const [before, removals] = [await countOf(ctx), await dueRemovals()];
  const answers = [await post('a'), ...(await Promise.all([post('a'), post('b'), post('b')]))];
  const ids = answers.map((answer) => (answer.json() as unknown as { id: string }).id);
  expect([ids[0] === ids[1], ids[2] === ids[3], new Set(ids).size]).toEqual([true, true, 2]);
  expect(await names(ids[0] ?? '')).toEqual(['a.txt', 'b.txt']);
  expect((await countOf(ctx)) - before).toBe(2);
  expect((await dueRemovals()) - removals).toBe(4);
  for (const other of [
    formOf(metaPart({ name: 'Other' }), filePart('a.txt', 'a'), filePart('b.txt', 'b')),
    formOf(metaPart({ name: 'Plans' }), filePart('a.txt', 'longer'), filePart('b.txt', 'b')),
  ])
    expect((await client.post(client.base, other, keyed('a'))).json().message).toBe(used);
});

test('files that a form adds are added once for its key, and other files with it are refused', async () => {
  const { client, share, names } = await formSender(port);
  const path = `${client.base}/${share.id}/files/add`;
  const form = formOf(filePart('a.txt', 'a'), filePart('b.txt', 'b'));
  for (let tries = 0; tries < 3; tries++)
    expect((await client.post(path, form, keyed('a'))).json().success).toBe(true);
  expect(await names(share.id)).toEqual(['a.txt', 'b.txt']);
  const other = await client.post(path, formOf(filePart('c.txt', 'c')), keyed('a'));
  expect(other.json().message).toBe(used);
  expect(await names(share.id)).toEqual(['a.txt', 'b.txt']);
});

test('curl -T that is tried again with its key prints the same link', async () => {
  const { ctx, base, curl } = await curlSender(port);
  const put = (name: string, letter = 'a') =>
    curl(['-H', `Idempotency-Key: ${letter.repeat(40)}`, '-T', 'notes.txt', `${base}/${name}`]);
  const [first, again] = [await put('notes.txt'), await put('notes.txt')];
  expect(first.out).toMatch(/^http/);
  expect([again.out, await countOf(ctx)]).toEqual([first.out, 1]);
  expect((await put('other.txt')).out).toContain('was already used for something else');
  expect((await put('other.txt', 'b')).out).toMatch(/^http/);
  expect(await countOf(ctx)).toBe(2);
});

test('a delivery that is sent again with its key arrives once, with the same receipt', async () => {
  const owner = await userContext({ now: new Date() });
  const { id: aliasId } = await ownAlias(owner);
  const deliver = async () =>
    JSON.parse(
      (
        await send(port, 'PUT', `/u/alias/${aliasId}/a.txt`, {
          headers: { ...keyed('a'), accept: 'application/json' },
          body: Buffer.from('a'),
        })
      ).body.toString(),
    );
  const [first, again] = [await deliver(), await deliver()];
  expect([again.receipt, await owner.db.delivery.count({ where: { share: { aliasId } } })]).toEqual([
    first.receipt,
    1,
  ]);
  await setAlbum(owner, { aliasId, mode: 'open' });
  const album = formClient(port, { [headerNames.alias]: aliasId }, 'alias');
  const form = formOf(filePart('cake.png', 'cake'));
  for (let tries = 0; tries < 2; tries++) await album.post(album.base, form, keyed('b'));
  expect(await owner.db.file.count({ where: { name: 'cake.png', share: { aliasId } } })).toBe(1);
});

test('the call that creates a share makes one for its key, and one for each account and alias', async () => {
  const [ada, bob] = [await userContext(), await userContext()];
  const wanted = { name: 'Plans', description: null, validity: 60_000, maxViews: 1, password: null };
  const key = 'k'.repeat(40);
  const once = await createShare(ada, wanted, key);
  expect(await Promise.all([createShare(ada, wanted, key), createShare(ada, wanted, key)])).toEqual([
    once,
    once,
  ]);
  expect((await createShare(bob, wanted, key)).id).not.toBe(once.id);
  await expect(createShare(ada, { ...wanted, name: 'Other' }, key)).rejects.toThrow('request.invalid');
  const { id: aliasId } = await ownAlias(ada);
  const pass = await newAliasPass(ada, aliasId);
  const sent = await createShareThroughAlias(pass, { maxViews: 1 }, key);
  expect(await createShareThroughAlias(pass, { maxViews: 1 }, key)).toEqual(sent);
  expect(sent.id).not.toBe(once.id);
});

test('a share with words for its link is found by its key, and keeps the words', async () => {
  const ctx = await userContext();
  const link = `words-${ctx.newId().toLowerCase()}`;
  const wanted = { name: 'Plans', description: null, validity: 60_000, maxViews: 1, password: null, link };
  const key = 'k'.repeat(40);
  const { id } = await createShare(ctx, { ...wanted, mayBeGuessed: true }, key);
  expect((await createShare(ctx, { ...wanted, mayBeGuessed: true }, key)).id).toBe(id);
  expect((await ctx.db.publication.findUniqueOrThrow({ where: { linkId: link } })).shareId).toBe(id);
});

test('a key is no way into the share of another account', async () => {
  const [ada, mallory] = [await formSender(port), await formSender(port)];
  const path = `${ada.client.base}/${ada.share.id}/files/add`;
  await ada.client.post(path, formOf(filePart('a.txt', 'a')), keyed('a'));
  const answer = await mallory.client.post(path, formOf(filePart('a.txt', 'a')), keyed('a'));
  expect(answer.json().code).toBe('share.notFound');
  expect((await draftShare(mallory.ctx)).creationKey).toBeNull();
});
