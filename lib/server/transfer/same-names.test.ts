import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { listFiles } from '@/lib/server/services/file/folder';
import { filePart, formClient } from '@/testing/service/form';
import { send, startTransfer, tusClient, uploader } from '@/testing/service/transfer';
import { has } from '@/testing/service/zip';

let port = 0;
beforeAll(async () => {
  ({ port } = await startTransfer());
});

type Tab = (share: { id: string }, auth: Record<string, string>, bytes: Buffer) => Promise<unknown>;

const name = 'film.mp4';
const byTus: Tab = async (share, auth, bytes) => {
  const tus = tusClient(port, share.id, auth);
  const place = await tus.begin(bytes.length, { 'sharry-file-name': name });
  const half = bytes.length / 2;
  await tus.patch(place, 0, bytes.subarray(0, half));
  await tus.patch(place, half, bytes.subarray(half));
};
const byForm: Tab = (share, auth, bytes) => formClient(port, auth).add(share.id, filePart(name, bytes));

test.skipIf(!has('unzip')).each<[string, Tab, Tab]>([
  ['two tabs', byTus, byTus],
  ['a tab and a form', byTus, byForm],
])(
  'what %s send at once under one name stays whole, twice, and is told apart in the archive',
  async (_, one, other) => {
    const { ctx, share, auth } = await uploader();
    const contents = ['first', 'other'].map((text) => Buffer.alloc(100_000, text));
    await Promise.all([one, other].map((tab, n) => tab(share, auth, contents[n] ?? Buffer.of())));
    const files = await listFiles(ctx.db, { shareId: share.id, onlyArrived: true });
    expect(files.map(({ filename, size }) => [filename, size])).toEqual([
      [name, 100_000],
      [name, 100_000],
    ]);
    const at = `/api/v2/sec/share/${share.id}`;
    const bodies = await Promise.all(
      files.map(({ id }) => send(port, 'GET', `${at}/file/${id}`, { headers: auth })),
    );
    const found = bodies.map(({ body }) => body.subarray(0, 5).toString());
    expect(found.sort()).toEqual(['first', 'other']);
    for (const { body } of bodies) expect(contents.some((bytes) => bytes.equals(body))).toBe(true);

    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-same-'));
    onTestFinished(() => fs.rmSync(folder, { recursive: true }));
    const archive = path.join(folder, 'all.zip');
    fs.writeFileSync(archive, (await send(port, 'GET', `${at}/zip`, { headers: auth })).body);
    execFileSync('unzip', ['-q', archive, '-d', path.join(folder, 'out')]);
    expect(fs.readdirSync(path.join(folder, 'out')).sort()).toEqual(['film (2).mp4', 'film.mp4']);
  },
);
