import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { hashPassword } from '@/lib/server/auth/password';
import { publishShare } from '@/lib/server/services/share/publish';
import { run, scratchFolder } from '@/testing/network/curl';
import { filePart, formClient, metaPart } from '@/testing/service/form';
import { send, sha256, startTransfer, uploader } from '@/testing/service/transfer';

const address = vi.hoisted(() => ({ BASE_URL: '' }));
vi.mock('@/lib/server/config', async (original) => {
  const module = await original<typeof import('@/lib/server/config')>();
  return { ...module, config: () => ({ ...module.config(), ...address }) };
});

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
  address.BASE_URL = `http://127.0.0.1:${port}`;
});

const plan = 'The plan.\n';
const photo = 'No photo.\n';

async function published(over: { maxViews?: number; password?: string; file?: string } = {}) {
  const { ctx, auth } = await uploader();
  const id = await formClient(port, auth).made(
    metaPart({ name: 'Holiday', validity: 3_600_000, maxViews: over.maxViews ?? 1000 }),
    filePart(over.file ?? 'plan.txt', plan),
    filePart('pictures/Zürich 1.jpg', photo),
  );
  if (over.password) {
    const passwordHash = await hashPassword(over.password, ctx);
    await ctx.db.share.update({ where: { id }, data: { passwordHash } });
  }
  const { id: linkId } = await publishShare(ctx, { shareId: id, reuseId: false });
  const views = async () => (await ctx.db.publication.findUniqueOrThrow({ where: { shareId: id } })).views;
  const unsum = (name: string) =>
    ctx.db.file.updateMany({ where: { shareId: id, name }, data: { sha256: null } });
  return { link: `${address.BASE_URL}/app/open/${linkId}`, linkId, views, unsum };
}

const folder = scratchFolder();
const newFolder = () => fs.mkdtempSync(path.join(folder, 'in-'));
const curl = (...args: string[]) =>
  run('curl', ['-sS', '-H', 'Accept-Language: en', ...args], { cwd: folder });

test('curl is told what is behind a link and where each file is, for one view', async () => {
  const { link, views } = await published();
  const { out } = await curl(link);
  expect(out).toBe(
    [
      'Holiday\n',
      `plan.txt\n  10B\n  sha256 ${sha256(Buffer.from(plan))}\n  ${link}/file/plan.txt\n`,
      `pictures/Zürich 1.jpg\n  10B\n  sha256 ${sha256(Buffer.from(photo))}\n  ${link}/file/pictures%2FZ%C3%BCrich%201.jpg\n`,
      `All files in one ZIP: ${link}/zip\nChecksums: ${link}/SHA256SUMS\nAll addresses, for wget -i: ${link}/urls\n`,
    ].join('\n'),
  );
  expect(await views()).toBe(1);
  expect((await curl(`${link}/file/plan.txt`)).out).toBe(plan);
  expect((await curl(`${link}/file/pictures%2FZ%C3%BCrich%201.jpg`)).out).toBe(photo);
  expect((await curl('-o', '/dev/null', '-w', '%{http_code}', `${link}/file/none.txt`)).out).toBe('404');
  expect(await views()).toBe(1);
});

test('wget fetches all of a share, and sha256sum finds it whole', async () => {
  const { link } = await published();
  const cwd = newFolder();
  const { code, err } = await run(
    'bash',
    ['-c', `set -o pipefail; wget -qO- ${link}/urls | wget -q --content-disposition -i -`],
    { cwd },
  );
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(fs.readdirSync(cwd).sort()).toEqual(['Zürich 1.jpg', 'plan.txt']);
  fs.mkdirSync(path.join(cwd, 'pictures'));
  fs.renameSync(path.join(cwd, 'Zürich 1.jpg'), path.join(cwd, 'pictures/Zürich 1.jpg'));
  const checked = await run('bash', ['-c', `wget -qO- ${link}/SHA256SUMS | sha256sum -c --quiet -`], { cwd });
  expect(checked).toEqual({ code: 0, out: '', err: '' });
  const zip = await curl(
    '-o',
    path.join(cwd, 'all.zip'),
    '-w',
    '%{http_code} %{content_type}',
    `${link}/zip`,
  );
  expect(zip.out).toBe('200 application/zip');
});

test('a file that isn’t summed up yet is listed without a checksum, and not among these', async () => {
  const { link, unsum } = await published();
  await unsum('plan.txt');
  const sum = sha256(Buffer.from(photo));
  expect((await curl(`${link}/SHA256SUMS`)).out).toBe(`${sum}  pictures/Zürich 1.jpg\n`);
  expect((await curl(link)).out).toContain(`plan.txt\n  10B\n  ${link}/file/plan.txt\n`);
});

test('a file called “-” is checked as a file, not as what comes in by a pipe', async () => {
  const { link } = await published({ file: '-' });
  const cwd = newFolder();
  fs.writeFileSync(path.join(cwd, '-'), plan);
  const check = `wget -qO- ${link}/SHA256SUMS | sha256sum -c --ignore-missing - 2>/dev/null`;
  expect((await run('bash', ['-c', check], { cwd })).out).toBe('./-: OK\n');
});

test('the last view shows addresses that go on as long as a visit does, and nobody else gets in', async () => {
  const { link } = await published({ maxViews: 1 });
  const { out } = await curl(`${link}/urls`);
  const [first = ''] = out.split('\n');
  expect(first).toContain('/file/plan.txt?visit=');
  expect((await curl(first)).out).toBe(plan);
  expect((await curl('-f', `${link}/file/plan.txt`)).code).toBe(22);
  expect(await curl(link)).toMatchObject({ out: 'This link doesn’t exist or is no longer valid.\n' });
});

test('a password goes into a header, and then is in no URL', async () => {
  const { link, views } = await published({ password: 'open sesame' });
  const asked = await curl('-w', '%{http_code}', link);
  expect(asked.out).toMatch(
    /^Password required\..*\nSend the password in a header:\n {2}curl -H 'Sharry-Password: …'\n401$/s,
  );
  expect((await curl('-w', '%{http_code}', '-H', 'Sharry-Password: x', link)).out).toMatch(
    /^Password invalid.*\n403$/,
  );
  expect(await views()).toBe(0);
  const { out } = await curl('-H', 'Sharry-Password: open%20sesame', `${link}/urls`);
  expect(out).not.toContain('sesame');
  expect((await curl(out.split('\n')[0] ?? '')).out).toBe(plan);
  for (const part of ['urls', 'SHA256SUMS', 'zip', 'file/plan.txt']) {
    expect((await curl('-o', '/dev/null', '-w', '%{http_code}', `${link}/${part}`)).out, part).toBe('401');
  }
});

test('people’s browsers and the robots of links get the page; programs get text, and HEAD uses no view', async () => {
  const { linkId, views } = await published();
  const asked = (headers: Record<string, string>, method = 'GET') =>
    send(port, method, `/app/open/${linkId}`, { headers }).then(({ headers: said }) =>
      String(said['content-type']),
    );
  const page = 'undefined'; // what isn't the transfer layer's has no type here
  expect(await asked({ accept: 'text/html,*/*', 'user-agent': 'Mozilla/5.0' })).toBe(page);
  expect(await asked({ accept: '*/*', 'user-agent': 'Slackbot-LinkExpanding 1.0' })).toBe(page);
  expect(await asked({ 'user-agent': 'facebookexternalhit/1.1' })).toBe(page);
  expect(await asked({ accept: 'text/html', 'user-agent': 'curl/8.5.0' })).toBe(page);
  expect(await views()).toBe(0);
  const text = 'text/plain; charset=utf-8';
  expect(await asked({ 'user-agent': 'curl/8.5.0' }, 'HEAD')).toBe(text);
  expect(await views()).toBe(0);
  for (const agent of [
    'Wget/1.24.5',
    'aria2/1.37.0',
    'Mozilla/5.0 (Windows NT; de-DE) WindowsPowerShell/5.1.1',
  ]) {
    expect(await asked({ 'user-agent': agent })).toBe(text);
  }
  expect(await asked({ accept: 'text/plain', 'user-agent': 'something' })).toBe(text);
});
