import { describe, expect, test } from 'vitest';
import type { ScanState } from '@/lib/server/db/generated/client';
import { addToAlbum } from '@/lib/server/services/album/album';
import { listFiles, readFolder } from '@/lib/server/services/file/folder';
import { firstFileName } from '@/lib/server/services/file/stored-file';
import { peekShare } from '@/lib/server/services/open/peek';
import { picturesOf } from '@/lib/server/services/recipient/pictures';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, openContext, ownAlias } from '@/testing/service/context';
import { publishedFile } from '@/testing/service/published-file';
import { send, startTransfer } from '@/testing/service/transfer';

const { port } = await startTransfer();
const mark = 'these bytes must not leave';

/** A share of an inbox with a published file, which is its own small picture, in a state of the scan. */
async function fileThatIs(scan: ScanState) {
  const made = await publishedFile(port, Buffer.from(mark), 'a.png');
  const { ctx, share, fileId, own, link, linkId, auth } = made;
  const { id: aliasId } = await ownAlias(ctx);
  const picture = { smallId: fileId, smallBytes: mark.length, largeId: fileId, largeBytes: mark.length };
  await ctx.db.thumbnail.upsert({
    where: { fileId },
    create: { fileId, ...picture, keptIn: 'disk' },
    update: picture,
  });
  await ctx.db.share.update({ where: { id: share.id }, data: { aliasId, maxViews: 1_000 } });
  await ctx.db.file.update({ where: { id: fileId }, data: { scan } });
  const page = `/api/v2/open/share/${linkId}`;
  const accountId = ctx.viewer.id;
  const soon = new Date(Date.now() + 600_000);
  const { id: openedBy } = await ctx.db.session.findFirstOrThrow({ where: { accountId } });
  const times = { createdAt: ctx.now, readyAt: ctx.now, endsAt: soon, openedBy, openedUntil: soon };
  await ctx.db.dataExport.create({
    data: { accountId, withFiles: true, ...times, files: { create: { fileId, path: 'a', name: 'a.png' } } },
  });
  const ways = {
    file: own,
    'file by the link': link,
    'file by the link, as a page shows it': `${link}?preview=1`,
    'part of it': link,
    'file by its name': `${page}/named/a.png`,
    'small picture': `${own}/thumbnail`,
    'small picture by the link': `${link}/thumbnail`,
    'large picture by the link': `${link}/thumbnail?large=1`,
    ZIP: `/api/v2/sec/share/${share.id}/zip`,
    'ZIP by the link': `/api/v2/open/share/${linkId}/zip`,
    'ZIP of chosen files': `/api/v2/open/share/${linkId}/zip?file=${fileId}`,
    'ZIP of the inbox': `/api/v2/sec/alias/${aliasId}/zip`,
    'ZIP of own data': '/api/v2/sec/settings/data/zip',
    'list as text': `${page}/text`,
    checksums: `${page}/SHA256SUMS`,
    addresses: `${page}/urls`,
  };
  const get = (way: keyof typeof ways) =>
    send(port, 'GET', ways[way], { headers: way === 'part of it' ? { range: 'bytes=0-25' } : auth });
  return { ...made, aliasId, ways: Object.keys(ways) as (keyof typeof ways)[], get };
}

type Way = Awaited<ReturnType<typeof fileThatIs>>['ways'][number];
const isZip = (way: Way) => way.startsWith('ZIP');
const lists: readonly Way[] = ['list as text', 'checksums', 'addresses'];
/** Of much that arrives at any time: what waits is left out. */
const collections: readonly Way[] = ['ZIP of the inbox', 'ZIP of own data'];

describe('every way out, of a file that is', () => {
  test.each<ScanState>(['none', 'clean', 'notScanned'])('%s: gives it', async (scan) => {
    const { ways, get } = await fileThatIs(scan);
    for (const way of ways) {
      const { status, body } = await get(way);
      expect([way, status]).toEqual([way, way === 'part of it' ? 206 : 200]);
      expect([way, body.toString()]).toEqual([
        way,
        expect.stringContaining(lists.includes(way) ? 'a.png' : mark),
      ]);
    }
  });

  test('pending: refuses it in a sentence, and collections have the rest', async () => {
    const { ways, get } = await fileThatIs('pending');
    for (const way of ways) {
      const { status, body, json } = await get(way);
      expect([way, body.toString()]).not.toEqual([way, expect.stringContaining(mark)]);
      const isRest = lists.includes(way) || collections.includes(way);
      expect([way, status]).toEqual([way, isRest ? 200 : 409]);
      if (!isRest) expect([way, json().code]).toEqual([way, 'file.beingChecked']);
    }
    for (const way of ['checksums', 'addresses'] as const)
      expect((await get(way)).body.toString()).not.toContain('a.png');
    expect((await get('list as text')).body.toString()).toContain('a.png\n  Being checked');
  });

  test('infected: knows nothing of it', async () => {
    const { ways, get } = await fileThatIs('infected');
    for (const way of ways) {
      const { status, body } = await get(way);
      expect([way, status]).toEqual([way, lists.includes(way) || isZip(way) ? 200 : 404]);
      expect([way, body.toString()]).not.toEqual([way, expect.stringContaining(mark)]);
      // The ZIP of own data names the files that it lacks.
      if (way !== 'ZIP of own data')
        expect([way, body.toString()]).not.toEqual([way, expect.stringContaining('a.png')]);
    }
  });
});

test.each<[ScanState, visible: number, pictures: number]>([
  ['clean', 1, 1],
  ['notScanned', 1, 1],
  ['pending', 1, 0],
  ['infected', 0, 0],
])('visitors see of a file that is %s: %i in lists, %i in mails', async (scan, visible, pictures) => {
  const { ctx, share, linkId } = await fileThatIs(scan);
  const of = { shareId: share.id, onlyArrived: true };
  const listed = await listFiles(ctx.db, of);
  expect(listed.map((file) => file.scan)).toEqual(visible ? [scan === 'clean' ? undefined : scan] : []);
  expect((await readFolder(ctx, of, '')).files).toBe(visible);
  expect(await firstFileName(ctx.db, share.id, of)).toBe(visible ? 'a.png' : null);
  expect(await peekShare(openContext({ now: ctx.now }), linkId, null)).toMatchObject({
    total: { files: visible },
  });
  const sent = await picturesOf(ctx, { ...share, coverId: null });
  expect(sent.length).toBeLessThanOrEqual(pictures);
  const [own] = await listFiles(ctx.db, { ...of, onlyArrived: false });
  expect(own?.filename).toBe('a.png');
});

test.each<[ScanState, status: number]>([
  ['clean', 200],
  ['pending', 409],
  ['infected', 404],
])('a file that is %s and moved into an album answers %i there', async (scan, status) => {
  const { ctx, share, aliasId, fileId } = await fileThatIs(scan);
  const album = await draftShare(ctx, { maxViews: 1_000 });
  await ctx.db.alias.update({ where: { id: aliasId }, data: { albumId: album.id } });
  await addToAlbum(ctx, { shareId: share.id });
  const { id: linkId } = await publishShare(ctx, { shareId: album.id, reuseId: false });
  for (const way of [`file/${fileId}`, `file/${fileId}/thumbnail`, `zip?file=${fileId}`]) {
    const reply = await send(port, 'GET', `/api/v2/open/share/${linkId}/${way}`);
    expect([way, reply.body.includes(mark)]).toEqual([way, scan === 'clean']);
    const isEmptyZip = scan === 'infected' && way.startsWith('zip');
    expect([way, reply.status]).toEqual([way, isEmptyZip ? 200 : status]);
  }
});
