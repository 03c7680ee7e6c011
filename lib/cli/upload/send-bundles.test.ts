import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundleLimits } from '@/lib/domain/file/bundle';
import { startTransfer, uploader } from '@/testing/service/transfer';
import type { LocalFile } from './local-files';
import { sendBundles } from './send-bundles';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

function localFiles(count: number, size: (n: number) => number = () => 20): LocalFile[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-bundle-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return Array.from({ length: count }, (_, n) => {
    const file = path.join(folder, `${n}.txt`);
    fs.writeFileSync(file, 'x'.repeat(size(n)));
    const place = { bytes: Buffer.from(file), display: file };
    return {
      place,
      path: 'a/b',
      name: `${n}.txt`,
      sizeBytes: size(n),
      modifiedMs: 1_700_000_000_000,
      stamp: '',
    };
  });
}

const seen = { bytes: 0, files: 0 };
const progress = {
  add: (bytes: number) => {
    seen.bytes += bytes;
  },
  fileDone: () => void seen.files++,
  end: () => undefined,
};

async function setUp(through = port) {
  Object.assign(seen, { bytes: 0, files: 0 });
  const { ctx, share, auth } = await uploader();
  const urls: string[] = [];
  const access = {
    endpoint: `http://127.0.0.1:${through}/api/v2/sec/upload/${share.id}/files/tus`,
    headers: auth,
    chunkBytes: 1000,
    retryDelays: [0, 0, 0],
    sendsAtOnce: true,
    creationKey: ({ name }: LocalFile) => `a key that nobody could guess: ${name}`,
    noteUrl: (_file: LocalFile, url: string) => void urls.push(url),
  };
  const rows = () => ctx.db.file.findMany({ where: { shareId: share.id } });
  const send = async (files: LocalFile[]) =>
    (
      await sendBundles(
        access,
        files.map((file) => ({ file, url: null })),
        progress,
      )
    ).map(({ file }) => file.name);
  return { ctx, rows, send, urls };
}

test('small files go in bundles, and what is larger remains', async () => {
  const { rows, send, urls } = await setUp();
  const files = localFiles(450, (n) => (n === 7 ? bundleLimits.fileBytes + 1 : n));
  expect(await send(files)).toEqual(['7.txt']);
  expect((await rows()).length).toBe(449);
  expect(new Set((await rows()).map(({ path: folder, state }) => `${folder} ${state}`))).toEqual(
    new Set(['a/b complete']),
  );
  expect(seen.files).toBe(449);
  expect(new Set(urls.map((url) => url.split('/').at(-1)))).toEqual(
    new Set((await rows()).map(({ id }) => id)),
  );
});

test('a refused or changed file is left to be sent by itself, which says why', async () => {
  const { ctx, send, rows } = await setUp();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { maxFiles: 3 } });
  const files = localFiles(5);
  fs.appendFileSync(files[0]?.place.bytes ?? '', 'more');
  expect((await send(files)).length).toBe(2);
  expect((await rows()).map(({ name }) => name).sort()).toEqual(['1.txt', '2.txt', '3.txt']);
});

/** Stands before the server. @param cutsAnswer tells for each request, counting from 1, if its answer gets lost */
async function startLine(cutsAnswer: (nth: number) => boolean): Promise<{ line: number; bodies: number[] }> {
  const bodies: number[] = [];
  const server = http.createServer((req, res) => {
    const nth = bodies.push(0);
    req.on('data', (bytes) => {
      bodies[nth - 1] = (bodies[nth - 1] ?? 0) + bytes.length;
    });
    const { method, url: requestPath, headers } = req;
    const forwarded = http.request(
      { port, host: '127.0.0.1', method, path: requestPath, headers },
      (answer) => {
        if (!cutsAnswer(nth))
          return void answer.pipe(res.writeHead(answer.statusCode ?? 500, answer.headers));
        answer.resume().once('end', () => res.destroy());
      },
    );
    req.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { line: (server.address() as AddressInfo).port, bodies };
}

test('after a lost answer it asks which files have arrived, and sends none of them again', async () => {
  const { line, bodies } = await startLine((nth) => nth === 1);
  const { send, rows } = await setUp(line);
  expect(await send(localFiles(50, () => 10_000))).toEqual([]);
  expect((await rows()).length).toBe(50);
  expect(bodies[0]).toBeGreaterThan(500_000);
  expect(bodies.slice(1).every((bytes) => bytes < 20_000)).toBe(true);
  expect(seen).toEqual({ files: 50, bytes: 500_000 });
});

test('where no bundle gets through, all remain', async () => {
  const { line } = await startLine(() => true);
  const { send } = await setUp(line);
  expect((await send(localFiles(3))).length).toBe(3);
});
