import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as tus4 from 'tus-js-client';
import tus1 from 'tus-js-client-1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias';
import { headerNames } from '@/lib/contract/names';
import { share } from '@/lib/contract/share';
import { type Api, api } from '../account';
import { CutProxy } from '../cut-proxy';
import { admin, TestServer } from '../test-server';

/** There in Node, though the package's types leave it out. */
const { FileUrlStorage } = tus4 as unknown as { FileUrlStorage: new (file: string) => unknown };

let server: TestServer;
let proxy: CutProxy;
let owner: Api;
let inboxId: string;
let folder: string;

beforeAll(async () => {
  proxy = await CutProxy.to(() => server.port);
  server = await TestServer.make({ env: { BASE_URL: proxy.url } });
  await server.start();
  owner = await api(admin, server.url);
  const body = { name: 'Inbox', validity: 60_000, enabled: true, members: [] };
  inboxId = (await owner.call(alias.create, { body })).id;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-tus-'));
});
afterAll(async () => {
  await proxy.close();
  await server.remove();
  fs.rmSync(folder, { recursive: true });
});

type Options = {
  endpoint: string;
  headers: Record<string, string>;
  metadata?: Record<string, string>;
  overridePatchMethod?: boolean;
  chunkSize: number;
  retryDelays: number[];
  uploadSize?: number;
  urlStorage?: unknown;
  onSuccess: () => void;
  onError: (error: Error) => void;
  onProgress?: (sent: number) => void;
};
type Upload = { start: () => void; abort: () => unknown; url: string | null };
type Client = {
  upload: (file: Buffer | fs.ReadStream, options: Options) => Upload;
  storage: (file: string) => unknown;
  /** Takes up what an earlier run of the program has noted. */
  resume: (upload: Upload) => Promise<void>;
};

const clients: Record<string, Client> = {
  'tus-js-client 1.8.0-1': {
    upload: (file, options) => new tus1.Upload(file, options),
    storage: (file) => new tus1.FileStorage(file),
    resume: async () => undefined, // by itself
  },
  'tus-js-client 4': {
    upload: (file, options) => new tus4.Upload(file, options as tus4.UploadOptions),
    storage: (file) => new FileUrlStorage(file),
    resume: async (upload) => {
      const one = upload as tus4.Upload;
      const [previous] = await one.findPreviousUploads();
      if (!previous) throw new Error('nothing was noted');
      one.resumeFromPreviousUpload(previous);
    },
  },
};

const doors = {
  sec: () => ({ [headerNames.auth]: owner.token }),
  alias: () => ({ [headerNames.alias]: inboxId }),
};
type Door = keyof typeof doors;

const combinations = Object.keys(clients).flatMap((name) =>
  (Object.keys(doors) as Door[]).map((door) => [name, door] as const),
);

/** A new share behind a door, and what a client needs to send files there. */
async function through(door: Door, fileName: string) {
  const headers = doors[door]();
  const base = `${proxy.url}/api/v2/${door}/upload`;
  const answer = await fetch(`${base}/new`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ validity: 60_000, maxViews: 10, password: null }),
  });
  const { id } = (await answer.json()) as { id: string };
  const named = {
    ...headers,
    [headerNames.fileName]: encodeURIComponent(fileName),
    [headerNames.fileType]: '',
  };
  return { id, endpoint: `${base}/${id}/files/tus`, headers, named };
}

const settled = (start: (done: Pick<Options, 'onSuccess' | 'onError'>) => void) =>
  new Promise<void>((onSuccess, onError) => start({ onSuccess, onError }));

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The only file of a share, with the checksum of what a download of it really brings. */
async function arrived(id: string) {
  const { files } = await owner.call(share.get, { params: { id } });
  const [file] = files;
  const url = `${server.url}/api/v2/sec/share/${id}/file/${file?.id}`;
  const bytes = new Uint8Array(await (await fetch(url, { headers: owner.headers })).arrayBuffer());
  return {
    count: files.length,
    name: file?.filename,
    type: file?.mimetype,
    complete: file?.complete,
    sum: sum(bytes),
  };
}

const retryDelays = [100, 300, 1000, 1000, 1000, 2000, 2000, 3000, 3000, 5000, 5000];

describe.each(combinations)('%s through %s', (name, door) => {
  const client = clients[name] as Client;

  test('a file goes on after its connection broke twice, and arrives byte by byte', async () => {
    const bytes = randomBytes(6_000_000);
    const { id, endpoint, named } = await through(door, 'Größe 1.bin');
    const before = proxy.cuts;
    proxy.cutAfter(1_700_000);
    let isCutAgain = false;
    const onProgress = (sent: number) => {
      if (sent < 3_000_000 || isCutAgain) return;
      isCutAgain = true;
      proxy.cutAfter(700_000);
    };
    await settled((done) => {
      client
        .upload(bytes, { endpoint, headers: named, chunkSize: 1_000_000, retryDelays, onProgress, ...done })
        .start();
    });
    expect(proxy.cuts - before).toBe(2);
    expect(await arrived(id)).toEqual({
      count: 1,
      name: 'Größe 1.bin',
      type: 'application/octet-stream',
      complete: true,
      sum: sum(bytes),
    });
  });

  test('a file in one piece, by POST instead of PATCH, named by metadata', async () => {
    const bytes = randomBytes(1_500_000);
    const { id, endpoint, headers } = await through(door, '');
    const metadata = { filename: 'ü.pdf', filetype: 'application/pdf' };
    await settled((done) => {
      const options = { endpoint, headers, metadata, overridePatchMethod: true, retryDelays, ...done };
      client.upload(bytes, { ...options, chunkSize: Number.POSITIVE_INFINITY }).start();
    });
    expect(await arrived(id)).toEqual({
      count: 1,
      name: 'ü.pdf',
      type: 'application/pdf',
      complete: true,
      sum: sum(bytes),
    });
  });

  test('an empty file needs no more than its creation', async () => {
    const { id, endpoint, named } = await through(door, 'empty');
    await settled((done) => {
      client
        .upload(Buffer.of(), { endpoint, headers: named, chunkSize: 1_000_000, retryDelays, ...done })
        .start();
    });
    expect(await arrived(id)).toMatchObject({ count: 1, complete: true, sum: sum(Buffer.of()) });
  });

  test('a program that was ended goes on in its next run, from where it was', async () => {
    const bytes = randomBytes(5_000_000);
    const local = path.join(folder, `${door}-${name.replace(/\W/g, '')}`);
    fs.writeFileSync(local, bytes);
    const { id, endpoint, named } = await through(door, 'two-runs');
    const options = { endpoint, headers: named, chunkSize: 1_000_000, retryDelays, uploadSize: bytes.length };
    const urlStorage = client.storage(`${local}.json`);
    fs.writeFileSync(`${local}.json`, '{}');
    await settled((done) => {
      const first = client.upload(fs.createReadStream(local), {
        ...options,
        ...done,
        urlStorage,
        onProgress: (sent) => {
          if (sent < 2_500_000) return;
          first.abort();
          done.onSuccess();
        },
      });
      first.start();
    });
    const starts: number[] = [];
    await settled((done) => {
      const second = client.upload(fs.createReadStream(local), {
        ...options,
        ...done,
        urlStorage,
        onProgress: (sent) => starts.push(sent),
      });
      client.resume(second).then(() => second.start(), done.onError);
    });
    expect(starts[0]).toBeGreaterThan(0);
    expect(await arrived(id)).toMatchObject({ count: 1, complete: true, sum: sum(bytes) });
  });
});

test('what these clients read: an absolute address, offset and length by HEAD, and 404 for an upload that is gone', async () => {
  const { endpoint, headers } = await through('sec', 'x');
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  const created = await fetch(endpoint, { method: 'POST', headers: { ...tus, 'upload-length': '10' } });
  const location = created.headers.get('location') ?? '';
  expect([created.status, location.startsWith(`${endpoint}/`)]).toEqual([201, true]);
  const patch = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const patched = await fetch(location, { method: 'PATCH', headers: patch, body: 'hello' });
  expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, '5']);
  const head = await fetch(location, { method: 'HEAD', headers: tus });
  expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
    200,
    '5',
    '10',
  ]);
  expect(head.headers.get('cache-control')).toBe('no-store');
  const wrong = await fetch(location, { method: 'POST', headers: patch, body: 'hello' });
  expect(wrong.status).toBe(409);
  expect((await fetch(location, { method: 'DELETE', headers: tus })).status).toBe(204);
  expect((await fetch(location, { method: 'HEAD', headers: tus })).status).toBe(404);
});

test('kill -9 of the whole server in the middle: the upload goes on after the next start, and ends identical', async () => {
  const bytes = randomBytes(40_000_000);
  const { id, endpoint, headers } = await through('alias', '');
  let killed: Promise<unknown> | null = null;
  await settled((done) => {
    const upload = new tus4.Upload(bytes, {
      endpoint,
      headers,
      metadata: { filename: 'big.bin' },
      chunkSize: 2_000_000,
      retryDelays: Array.from({ length: 60 }, () => 1000),
      onChunkComplete: (_size, accepted) => {
        if (accepted >= 10_000_000) killed ??= server.kill().then(() => server.start());
      },
      ...done,
    });
    upload.start();
  });
  expect(killed).not.toBeNull();
  await killed;
  owner = await api(admin, server.url);
  expect(await arrived(id)).toMatchObject({ count: 1, name: 'big.bin', complete: true, sum: sum(bytes) });
}, 120_000);
