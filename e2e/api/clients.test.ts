import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { open } from '@/lib/contract/open';
import { share } from '@/lib/contract/share/share';
import { type Api, api, newAccount, type TestAccount } from '@/testing/people/account';
import { running } from '@/testing/server/running';

const run = promisify(execFile);

let account: TestAccount;
let owner: Api;
let folder: string;
const picture = Buffer.from('not really a picture, but its bytes count\n'.repeat(5_000));

beforeAll(async () => {
  account = await newAccount();
  owner = await api(account);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-clients-'));
  fs.writeFileSync(path.join(folder, 'shot.png'), picture);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function curl(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run('curl', ['-sS', ...args], { cwd: folder });
  return JSON.parse(stdout);
}

const url = (call: string) => `${running().url}/api/v2/${call}`;
const login = () => JSON.stringify({ account: account.login, password: account.password });
const filesOf = async (id: string) => (await owner.call(share.get, { params: { id } })).files;

test('ShareX and its like: a picture goes into an alias by one form, and lands on the page that its id names', async () => {
  const body = { name: 'Shots', validity: 60_000, enabled: true, members: [] };
  const inbox = await owner.call(alias.create, { body });
  const answer = await curl('-F', 'file[]=@shot.png', '-H', `Sharry-Alias: ${inbox.id}`, url('alias/upload'));
  expect(answer).toEqual({
    success: true,
    message: expect.any(String),
    code: null,
    id: expect.any(String),
    receipt: expect.any(String),
  });
  expect(await filesOf(String(answer.id))).toMatchObject([
    { filename: 'shot.png', size: picture.length, complete: true, mimetype: 'image/png' },
  ]);
  const page = await fetch(`${running().url}/app/upload/${answer.id}`, { redirect: 'manual' });
  expect([200, 307]).toContain(page.status);
});

test('curl -d signs in without saying that it sends JSON', async () => {
  expect(await curl('-d', login(), url('open/auth/login'))).toMatchObject({
    id: account.id,
    user: account.login,
    admin: false,
    success: true,
    token: expect.any(String),
    validMs: expect.any(Number),
  });
});

test('the cookie of the login is a whole session: create, both ways of uploading, download, refresh, sign out', async () => {
  const jar = ['-b', 'jar', '-c', 'jar'];
  await curl(...jar, '-d', login(), url('open/auth/login'));
  const { id } = await curl(
    ...jar,
    '-d',
    '{"validity":60000,"maxViews":999999999,"password":null}',
    url('sec/upload/new'),
  );
  expect(await curl(...jar, '-F', 'more=@shot.png', url(`sec/upload/${id}/files/add`))).toMatchObject({
    success: true,
  });
  const tus = ['-H', 'Tus-Resumable: 1.0.0', '-H', 'Content-Type: application/offset+octet-stream'];
  const create = [...tus, '-H', 'Upload-Length: 5', '-H', 'Sharry-File-Name: five.txt', '-d', 'hello'];
  const created = await run('curl', ['-sSi', ...jar, ...create, url(`sec/upload/${id}/files/tus`)], {
    cwd: folder,
  });
  expect(created.stdout).toMatch(/^HTTP\/1.1 201 /);

  const files = await filesOf(String(id));
  expect(files.map(({ filename, complete }) => [filename, complete])).toEqual([
    ['five.txt', true],
    ['shot.png', true],
  ]);
  await run('curl', ['-sSf', ...jar, '-o', 'copy.png', url(`sec/share/${id}/file/${files[1]?.id}`)], {
    cwd: folder,
  });
  expect(fs.readFileSync(path.join(folder, 'copy.png')).equals(picture)).toBe(true);
  expect(await curl(...jar, '-X', 'POST', url('sec/auth/session'))).toMatchObject({ success: true });
  expect(await curl(...jar, '-X', 'POST', url('sec/auth/logout'))).toMatchObject({ success: true });
  expect(await curl(...jar, url('sec/share/search'))).toMatchObject({
    success: false,
    code: 'auth.required',
  });
});

/** The form that httpx writes for `data` and `files`. */
function httpxForm(meta: object): { type: string; body: Buffer } {
  const boundary = '0123456789abcdef0123456789abcdef';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="meta"\r\n\r\n${JSON.stringify(meta)}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="backup.tar.gz"\r\nContent-Type: application/gzip\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

test('a Python script uploads with meta as a plain field, publishes, and hands out a link that just works', async () => {
  const { type, body } = httpxForm({
    name: 'Backup',
    validity: 3_600_000,
    maxViews: 999_999_999,
    password: null,
  });
  const headers = { ...owner.headers, 'content-type': type };
  const answer = await fetch(url('sec/upload'), { method: 'POST', headers, body: new Uint8Array(body) });
  const { id } = (await answer.json()) as { id: string };
  await owner.call(share.publish, { params: { id }, body: { reuseId: false } });
  const { publishInfo, files, maxViews } = await owner.call(share.get, { params: { id } });
  expect([publishInfo?.enabled, maxViews]).toEqual([true, 999_999_999]);
  const stranger = await api();
  const link = { params: { id: publishInfo?.id ?? '' } };
  expect(await stranger.call(open.get, link)).toMatchObject({ name: 'Backup' });
  const file = await fetch(url(`open/share/${publishInfo?.id}/file/${files[0]?.id}`));
  expect(Buffer.from(await file.arrayBuffer()).equals(picture)).toBe(true);
});

test('a FormData with meta as a typed blob makes the share that it describes', async () => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(picture)], 'ü.png', { type: 'image/png' }));
  form.append(
    'meta',
    new Blob(['{"name":"Blob","validity":60000,"maxViews":3}'], { type: 'application/json' }),
    'meta.json',
  );
  const answer = await fetch(url('sec/upload'), { method: 'POST', headers: owner.headers, body: form });
  const { id } = (await answer.json()) as { id: string };
  const detail = await owner.call(share.get, { params: { id } });
  expect(detail).toMatchObject({
    name: 'Blob',
    maxViews: 3,
    files: [{ filename: 'ü.png', size: picture.length }],
  });
});

test('the addresses that people have been sent lead to pages', async () => {
  for (const page of ['/app/open/some-link?view=1', '/app/share/some-alias', '/app/upload/some-share']) {
    const { status } = await fetch(`${running().url}${page}`, { redirect: 'manual' });
    expect([page, status < 400 || status === 404]).toEqual([page, true]);
  }
});
