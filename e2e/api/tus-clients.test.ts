import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients, type TusProgram } from '../tus-programs';
import { settled, sum, TusServer, type UploadAccessKind } from '../tus-server';

let tus: TusServer;
let folder: string;
beforeAll(async () => {
  tus = await TusServer.start();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-tus-'));
});
afterAll(async () => {
  await tus.stop();
  fs.rmSync(folder, { recursive: true });
});

/** Both share their code, so only `sec` runs all tests. */
const accesses: UploadAccessKind[] = ['sec', 'alias'];

const retryDelays = [100, 300, 1000, 1000, 1000, 2000, 2000, 3000, 3000, 5000, 5000];

describe.each(Object.keys(clients))('%s', (name) => {
  const client = clients[name] as TusProgram;

  test.each(accesses)(
    'a file goes on through %s after its connection broke twice, and arrives byte by byte',
    async (access) => {
      const bytes = randomBytes(6_000_000);
      const { id, endpoint, named } = await tus.through(access, 'Größe 1.bin');
      const before = tus.proxy.cuts;
      tus.proxy.cutAfter(1_700_000);
      let isCutAgain = false;
      const onProgress = (sent: number) => {
        if (sent < 3_000_000 || isCutAgain) return;
        isCutAgain = true;
        tus.proxy.cutAfter(700_000);
      };
      await settled((done) => {
        client
          .upload(bytes, { endpoint, headers: named, chunkSize: 1_000_000, retryDelays, onProgress, ...done })
          .start();
      });
      expect(tus.proxy.cuts - before).toBe(2);
      expect(await tus.arrived(id)).toEqual({
        count: 1,
        name: 'Größe 1.bin',
        type: 'application/octet-stream',
        complete: true,
        sum: sum(bytes),
      });
    },
  );

  test('a file in one piece, by POST instead of PATCH, named by metadata', async () => {
    const bytes = randomBytes(1_500_000);
    const { id, endpoint, headers } = await tus.through('sec', '');
    const metadata = { filename: 'ü.pdf', filetype: 'application/pdf' };
    await settled((done) => {
      const options = { endpoint, headers, metadata, overridePatchMethod: true, retryDelays, ...done };
      client.upload(bytes, { ...options, chunkSize: Number.POSITIVE_INFINITY }).start();
    });
    expect(await tus.arrived(id)).toEqual({
      count: 1,
      name: 'ü.pdf',
      type: 'application/pdf',
      complete: true,
      sum: sum(bytes),
    });
  });

  test('an upload resumes where it began, by any name of the server', async () => {
    const bytes = randomBytes(1_500_000);
    const { id, endpoint, named } = await tus.through('sec', 'by address');
    const address = endpoint.replace('localhost', '127.0.0.1');
    let url: string | null = null;
    await settled((done) => {
      const options = { endpoint: address, headers: named, chunkSize: 1_000_000, retryDelays };
      const onSuccess = () => {
        url = upload.url;
        done.onSuccess();
      };
      const upload = client.upload(bytes, { ...options, ...done, onSuccess });
      upload.start();
    });
    expect(url).toContain(`${address}/`);
    expect(await tus.arrived(id)).toMatchObject({ complete: true, sum: sum(bytes) });
  });

  test('an empty file needs no more than its creation', async () => {
    const { id, endpoint, named } = await tus.through('sec', 'empty');
    await settled((done) => {
      client
        .upload(Buffer.of(), { endpoint, headers: named, chunkSize: 1_000_000, retryDelays, ...done })
        .start();
    });
    expect(await tus.arrived(id)).toMatchObject({ count: 1, complete: true, sum: sum(Buffer.of()) });
  });

  test('a program that was ended goes on in its next run, from where it was', async () => {
    const bytes = randomBytes(5_000_000);
    const local = path.join(folder, name.replace(/\W/g, ''));
    fs.writeFileSync(local, bytes);
    const { id, endpoint, named } = await tus.through('sec', 'two-runs');
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
    expect(await tus.arrived(id)).toMatchObject({ count: 1, complete: true, sum: sum(bytes) });
  });
});
