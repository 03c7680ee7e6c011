import { beforeAll, expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { headerNames } from '@/lib/contract/http/names';
import type { UserContext } from '@/lib/server/context';
import { setAlbum } from '@/lib/server/services/album/album';
import { listOwnFiles } from '@/lib/server/services/album/senders';
import { saveForm } from '@/lib/server/services/alias/form';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { bundleClient, bundleOf, type ComposedRecord, record } from '@/testing/service/bundle';
import { newAliasPass, openContext, ownAlias, userContext } from '@/testing/service/context';
import { open, startTransfer } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

async function inbox(form: object | null = null, given?: UserContext) {
  const owner = given ?? (await userContext({ now: new Date() }));
  const { id: aliasId } = await ownAlias(owner);
  if (form) await saveForm(owner, { ...AliasForm.parse(form), aliasId });
  const { id: shareId } = await createShareThroughAlias(await newAliasPass(owner, aliasId), { maxViews: 1 });
  const auth = { [headerNames.alias]: aliasId };
  const names = async () => {
    const rows = await owner.db.file.findMany({
      where: { share: { ownerId: owner.viewer.id } },
      orderBy: { name: 'asc' },
    });
    return rows.map(({ name }) => name);
  };
  const bundle = bundleClient(port, shareId, auth, 'alias');
  const codes = async (sent: ComposedRecord[]) => {
    const lines = await bundle.lines(sent);
    return sent.map(({ head }) => lines.find(({ key }) => key === head.key)?.code ?? 'stored');
  };
  return { owner, aliasId, shareId, auth, bundle, codes, names };
}

test('a sender’s bundle arrives in their delivery, and in nobody else’s', async () => {
  const [one, other] = [await inbox(), await inbox()];
  expect(await one.codes([record('a/a.txt', 'A'), record('b.txt', 'B')])).toEqual(['stored', 'stored']);
  expect(await one.names()).toEqual(['a.txt', 'b.txt']);
  const foreign = await bundleClient(port, one.shareId, other.auth, 'alias').post(
    bundleOf([record('c', 'C')]),
  );
  expect([foreign.status, await one.names()]).toEqual([404, ['a.txt', 'b.txt']]);
});

test('each file keeps the rules of the inbox: kind, ending, content, size, number and sum', async () => {
  const rules = { groups: ['pictures'], endings: ['txt'], maxFileBytes: 30, maxFiles: 3, maxBytes: 60 };
  const { codes, names } = await inbox(rules);
  const pdf = Buffer.from('%PDF-1.7 and so on');
  expect(
    await codes([
      record('a.txt', 'A'.repeat(30)),
      record('b.exe', 'B'),
      record('c.png', pdf),
      record('d.txt', 'D'.repeat(31)),
      record('e.txt', 'E'.repeat(29)),
      record('f.txt', 'FF'),
      record('g.txt', 'G'),
      record('h.txt', ''),
    ]),
  ).toEqual([
    'stored',
    'delivery.fileType',
    'delivery.fileLies',
    'delivery.fileTooLarge',
    'stored',
    'delivery.tooLarge',
    'stored',
    'delivery.tooManyFiles',
  ]);
  expect(await names()).toEqual(['a.txt', 'e.txt', 'g.txt']);
});

test('a full account is an inbox that is full, without a figure', async () => {
  const { owner, codes } = await inbox();
  await owner.db.account.update({ where: { id: owner.viewer.id }, data: { maxFiles: 1 } });
  expect(await codes([record('a', 'A'), record('b', 'B')])).toEqual(['stored', 'upload.inboxFull']);
});

test.each([
  [
    'closed',
    (owner: UserContext, id: string) =>
      saveForm(owner, { ...AliasForm.parse({ closesAt: Date.now() - 86_400_000 }), aliasId: id }),
  ],
  [
    'switched off',
    ({ db }: UserContext, id: string) => db.alias.update({ where: { id }, data: { enabled: false } }),
  ],
  [
    'taken down',
    ({ db }: UserContext, id: string) => db.alias.update({ where: { id }, data: { blockedAt: new Date() } }),
  ],
])('an inbox that is %s takes no bundle', async (_what, close) => {
  const { owner, aliasId, bundle, names } = await inbox();
  await close(owner, aliasId);
  const { status, json } = await bundle.post(bundleOf([record('a', 'A')]));
  expect([status, json().code]).toEqual([403, expect.stringMatching(/^alias\./)]);
  expect(await names()).toEqual([]);
});

test('an inbox that closes amid a bundle takes no further file, which is said', async () => {
  const { owner, aliasId, auth, bundle, names } = await inbox();
  const { request, reply } = open(port, 'POST', bundle.path, auth);
  request.write(bundleOf([record('a', 'A')]));
  await expect.poll(names).toEqual(['a']);
  await owner.db.alias.update({ where: { id: aliasId }, data: { enabled: false } });
  request.end(bundleOf([record('b', 'B')]));
  expect(
    String((await reply).body)
      .trim()
      .split('\n')
      .at(-1),
  ).toContain('"code":"alias.notUsable"');
  expect(await names()).toEqual(['a']);
});

test('a visitor’s bundle arrives in the album, and is theirs by their secret', async () => {
  const { owner, aliasId, auth } = await inbox();
  const { share: albumId } = await setAlbum(owner, { aliasId, mode: 'open' });
  const secret = owner.newId();
  const bundle = bundleClient(port, aliasId, { ...auth, [headerNames.receipt]: secret }, 'alias');
  const lines = await bundle.lines([record('a.jpg', 'A'), record('b.jpg', 'B')]);
  const ids = lines.map(({ id }) => id).sort();
  const rows = await owner.db.file.findMany({ where: { shareId: albumId ?? '' } });
  expect(rows.map(({ id }) => id).sort()).toEqual(ids);
  expect((await listOwnFiles(openContext(), { token: secret })).files.sort()).toEqual(ids);
});
