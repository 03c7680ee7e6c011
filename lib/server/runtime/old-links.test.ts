import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { maxCount } from '@/lib/domain/limits';
import { publishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { ownAlias } from '@/testing/service/context';
import {
  idOf,
  send,
  sha256,
  someBytes,
  startTransfer,
  tusClient,
  uploader,
} from '@/testing/service/transfer';

const { port } = await startTransfer();
const bytes = someBytes(5_000);
const id10 = () => Math.random().toString(36).slice(2).padEnd(10, 'x').slice(0, 10);

async function importShare(
  product: string,
  { share: oldShare, file: oldFile }: { share: string; file: string },
  maxViews = maxCount,
) {
  const { ctx, share, auth } = await uploader();
  await setShareField(ctx, share.id, { maxViews });
  const tus = tusClient(port, share.id, auth);
  const path = await tus.begin(bytes.length, {
    'sharry-file-name': 'plan.txt',
    'sharry-file-type': 'text/plain',
  });
  await tus.patch(path, 0, bytes);
  const { id: linkId } = await publishShare(ctx, { shareId: share.id, reuseId: false });
  const rows = [
    { product, kind: 'share', oldId: oldShare, newId: share.id, linkId },
    { product, kind: 'file', oldId: oldFile, newId: idOf(path), linkId },
  ];
  await ctx.db.imported.createMany({ data: rows });
  return { ctx, share, linkId };
}

test('PicoShare’s links answer the bytes, their type and ranges, whatever follows the ID', async () => {
  const id = id10();
  await importShare('picoshare', { share: id, file: id });
  for (const path of [`/-${id}`, `/!${id}`, `/-${id}/Z%C3%BCrich%20100%25.txt`]) {
    const reply = await send(port, 'GET', path);
    expect([reply.status, sha256(reply.body)]).toEqual([200, sha256(bytes)]);
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  }
  const part = await send(port, 'GET', `/-${id}`, { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.body.equals(bytes.subarray(10, 20))]).toEqual([206, true]);
  const head = await send(port, 'HEAD', `/-${id}`);
  expect([head.status, head.headers['content-length']]).toEqual([200, '5000']);
});

test('a file of before passes the gate of today', async () => {
  const id = id10();
  const { ctx, share, linkId } = await importShare('picoshare', { share: id, file: id });
  await setShareField(ctx, share.id, { password: 'open sesame' });
  expect((await send(port, 'GET', `/-${id}`)).status).toBe(401);
  const headers = { 'sharry-password': 'wrong' };
  expect((await send(port, 'GET', `/-${id}`, { headers })).status).toBe(403);
  await ctx.db.publication.update({ where: { linkId }, data: { enabled: false } });
  expect((await send(port, 'GET', `/-${id}`)).status).toBe(404);
});

test('PsiTransfer’s buckets lead to the page of their share, also those with odd names, and archives are archives', async () => {
  const sid = `Müller & Söhne ${id10()}`;
  const key = 'ecd08693-7362-4781-9825-68e6ed3af648';
  const { linkId } = await importShare('psitransfer', { share: sid, file: `${sid}++${key}` });
  const page = await send(port, 'GET', `/${encodeURIComponent(sid)}`);
  expect([page.status, page.headers.location]).toEqual([302, `/app/open/${linkId}`]);
  const file = await send(port, 'GET', `/files/${encodeURIComponent(sid)}++${key}`);
  expect(sha256(file.body)).toBe(sha256(bytes));
  const zip = await send(port, 'GET', `/files/${encodeURIComponent(sid)}++${'0'.repeat(32)}.zip`);
  expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip']);
});

test('Plik’s files and archives answer as before', async () => {
  const [share, file] = [`${id10()}abcdef`, `${id10()}ghijkl`];
  await importShare('plik', { share, file });
  for (const path of [`/file/${share}/${file}/plan.txt`, `/stream/${share}/${file}/plan.txt`])
    expect(sha256((await send(port, 'GET', path)).body)).toBe(sha256(bytes));
  const kept = await send(port, 'GET', `/file/${share}/${file}/plan.txt?dl=1`);
  expect(kept.headers['content-disposition']).toMatch(/^attachment/);
  const zip = await send(port, 'GET', `/archive/${share}/archive.zip`);
  expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip']);
});

test('Pingvin’s pages lead to ours, and its calls answer bytes and archives', async () => {
  const id = id10();
  const file = randomUUID();
  const { ctx, linkId } = await importShare('pingvin', { share: id, file });
  for (const path of [`/share/${id}`, `/s/${id}`]) {
    const page = await send(port, 'GET', path);
    expect([page.status, page.headers.location]).toEqual([302, `/app/open/${linkId}`]);
  }
  const bare = await send(port, 'GET', `/api/shares/${id}/files/${file}?download=false`);
  expect([bare.status, sha256(bare.body)]).toEqual([200, sha256(bytes)]);
  const zip = await send(port, 'GET', `/api/shares/${id}/files/zip`);
  expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip']);
  const alias = await ownAlias(ctx);
  const oldId = randomUUID();
  await ctx.db.imported.create({ data: { product: 'pingvin', kind: 'alias', oldId, newId: alias.id } });
  expect((await send(port, 'GET', `/upload/${oldId}`)).headers.location).toBe(`/app/share/${alias.id}`);
});

test('a guest link leads to the inbox; what was never imported is as unknown as before', async () => {
  const { ctx } = await uploader();
  const alias = await ownAlias(ctx);
  const oldId = `${id10()}abcdef`;
  await ctx.db.imported.create({ data: { product: 'picoshare', kind: 'alias', oldId, newId: alias.id } });
  const page = await send(port, 'GET', `/g/${oldId}`);
  expect([page.status, page.headers.location]).toEqual([302, `/app/share/${alias.id}`]);
  for (const path of [`/-${id10()}`, `/g/${id10()}abcdef`, `/${id10()}`, '/files/x++y', '/%00'])
    expect((await send(port, 'GET', path)).status, path).toBe(404);
});

const curl = { accept: '*/*', 'user-agent': 'curl/8.5.0' };
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'user-agent': 'Mozilla/5.0' };

test('a share with a view limit opens on its page, so that nobody fetches its files without using a view', async () => {
  const [share, file] = [`${id10()}abcdef`, `${id10()}ghijkl`];
  const { linkId } = await importShare('plik', { share, file }, 1);
  for (const path of [`/file/${share}/${file}/plan.txt`, `/archive/${share}/archive.zip`])
    for (const headers of [browser, { ...browser, 'user-agent': 'Slackbot-LinkExpanding 1.0' }]) {
      const reply = await send(port, 'GET', path, { headers });
      expect([reply.status, reply.headers.location]).toEqual([302, `/app/open/${linkId}`]);
    }
});

test.each([
  ['curl', curl],
  ['python-requests', { accept: '*/*', 'user-agent': 'python-requests/2.32.3' }],
  ['Go', { 'user-agent': 'Go-http-client/1.1' }],
  ['PowerShell', { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; en-US) PowerShell/7.4.0' }],
  ['who says nothing', {}],
])('%s gets the bytes of such a file and uses a view', async (_, headers) => {
  const id = id10();
  const { ctx, linkId } = await importShare('picoshare', { share: id, file: id }, 1);
  const got = await send(port, 'GET', `/-${id}`, { headers });
  expect([got.status, sha256(got.body)]).toEqual([200, sha256(bytes)]);
  expect((await ctx.db.publication.findUniqueOrThrow({ where: { linkId } })).views).toBe(1);
});

test.each([
  ['a chat program’s robot', { accept: '*/*', 'user-agent': 'facebookexternalhit/1.1' }],
  [
    'another one',
    { accept: '*/*', 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  ],
  ['a phone’s preview', { 'user-agent': 'WhatsApp/2.23.20.0' }],
  ['an image in a page', { ...browser, accept: 'image/avif,image/webp,*/*;q=0.8' }],
  ['a script in a page', { ...browser, accept: '*/*', 'sec-fetch-dest': 'empty' }],
])('%s is refused such a file and uses no view', async (_, headers) => {
  const id = id10();
  const { ctx, linkId } = await importShare('picoshare', { share: id, file: id }, 1);
  const got = await send(port, 'GET', `/-${id}`, { headers });
  expect([got.status, got.json().code]).toEqual([403, 'open.usesView']);
  expect((await ctx.db.publication.findUniqueOrThrow({ where: { linkId } })).views).toBe(0);
});

test('a program that fetches a file of such a share uses a view, gets the bytes, and a refusal afterwards', async () => {
  const [share, file] = [`${id10()}abcdef`, `${id10()}ghijkl`];
  const { ctx, linkId } = await importShare('plik', { share, file }, 2);
  const viewsOf = async () => (await ctx.db.publication.findUniqueOrThrow({ where: { linkId } })).views;
  const path = `/file/${share}/${file}/plan.txt`;
  expect((await send(port, 'HEAD', path, { headers: curl })).status).toBe(200);
  expect(await viewsOf()).toBe(0);
  const got = await send(port, 'GET', path, { headers: curl });
  expect([got.status, sha256(got.body), await viewsOf()]).toEqual([200, sha256(bytes), 1]);
  const zip = await send(port, 'GET', `/archive/${share}/archive.zip`, { headers: curl });
  expect([zip.status, zip.headers['content-type'], await viewsOf()]).toEqual([200, 'application/zip', 2]);
  const none = await send(port, 'GET', path, { headers: curl });
  expect([none.status, none.json().code]).toEqual([404, 'open.notFound']);
});

test('a locked file is asked for with its password by a program, and on a page in a browser', async () => {
  const [share, file] = [`${id10()}abcdef`, `${id10()}ghijkl`];
  const imports = await importShare('plik', { share, file }, 3);
  await setShareField(imports.ctx, imports.share.id, { password: 'open sesame' });
  const path = `/file/${share}/${file}/plan.txt`;
  expect((await send(port, 'GET', path, { headers: curl })).status).toBe(401);
  const shown = { ...curl, 'sharry-password': 'open%20sesame' };
  expect(sha256((await send(port, 'GET', path, { headers: shown })).body)).toBe(sha256(bytes));
});

test('a browser that follows a link to a locked or withdrawn file comes to the page of its share', async () => {
  const id = id10();
  const { ctx, share, linkId } = await importShare('picoshare', { share: id, file: id });
  await setShareField(ctx, share.id, { password: 'open sesame' });
  const ofToday = `/api/v2/open/share/${linkId}/zip`;
  for (const path of [`/-${id}`, ofToday]) {
    const reply = await send(port, 'GET', path, { headers: browser });
    expect([reply.status, reply.headers.location], path).toEqual([303, `/app/open/${linkId}`]);
    for (const headers of [curl, {}, { ...browser, 'sec-fetch-dest': 'image' }])
      expect((await send(port, 'GET', path, { headers })).status, path).toBe(401);
    const ofPage = { ...browser, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' };
    expect((await send(port, 'GET', path, { headers: ofPage })).status, path).toBe(401);
  }
  await ctx.db.publication.update({ where: { linkId }, data: { enabled: false } });
  expect((await send(port, 'GET', `/-${id}`, { headers: browser })).status).toBe(303);
});

test('an address of before is known with what a mail left behind it', async () => {
  const id = id10();
  const { linkId } = await importShare('pingvin', { share: id, file: randomUUID() });
  for (const ending of ['.', ')', '%3E', '%E2%80%8B', '%3Futm_source=mail']) {
    const { status, headers } = await send(port, 'GET', `/s/${id}${ending}`);
    expect([status, headers.location]).toEqual([302, `/app/open/${linkId}`]);
  }
});
