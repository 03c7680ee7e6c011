import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { DiskFloor } from '@/lib/server/config/kinds';
import { newId } from '@/lib/server/ids';
import { createStorageId } from '@/lib/server/storage/disk/data-folder';
import { filePart, formClient } from '@/testing/service/form';
import { sha256, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

/** A disk of 32 MB of its own, where the system lets us have one. */
const disk = vi.hoisted(() => ({ DATA_DIR: '', MIN_FREE_DISK: { percent: 100, bytes: 1 } as DiskFloor }));

vi.mock('@/lib/server/config', async (original) => {
  const module = await original<typeof import('@/lib/server/config')>();
  return { ...module, config: () => ({ ...module.config(), ...disk }) };
});

const mb = 1024 * 1024;
const mounted = mount();
if (!mounted) process.stderr.write('Skipped: trying a full disk needs the right to mount a tmpfs.\n');

function mount(): string | null {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    fs.rmSync(folder, { recursive: true });
    return null;
  }
}

let port: number;
beforeAll(async () => {
  disk.DATA_DIR = mounted ?? '';
  if (mounted) await createStorageId(mounted, newId());
  port = (await startTransfer()).port;
});
afterAll(() => {
  if (!mounted) return;
  execFileSync('umount', ['-l', mounted]);
  fs.rmSync(mounted, { recursive: true });
});

const filler = path.join(mounted ?? '', 'filler');
const fill = (bytes: number) => fs.writeFileSync(filler, Buffer.alloc(bytes, 1));
afterEach(() => fs.rmSync(filler, { force: true }));

const patient = { timeout: 10_000 };
const whenFull = test.skipIf(!mounted);
const setUp = (bytes: number) => {
  disk.MIN_FREE_DISK.bytes = bytes;
  return uploading(port);
};

whenFull(
  'what would not leave enough free is refused before a byte is sent, and nothing of it stays',
  async () => {
    const { ctx, tus, auth } = await setUp(16 * mb);
    const refused = await tus.create(20 * mb);
    expect([refused.status, refused.json().code, refused.headers['retry-after']]).toEqual([
      507,
      'storage.full',
      '5',
    ]);
    const form = await formClient(port, auth).make(filePart('large', Buffer.alloc(17 * mb)));
    expect(form.status).toBe(507);
    expect(await ctx.db.file.count({ where: { share: { ownerId: ctx.viewer.id } } })).toBe(0);
    expect(await ctx.db.share.count({ where: { ownerId: ctx.viewer.id } })).toBe(1);
    expect((await tus.create(8 * mb)).status).toBe(201);
  },
);

whenFull(
  'an upload that finds too little free stops where it is, and goes on when there is room',
  async () => {
    const { tus, download } = await setUp(16 * mb);
    const bytes = someBytes(6 * mb);
    const at = await tus.begin(bytes.length);
    expect((await tus.patch(at, 0, bytes.subarray(0, 2 * mb))).status).toBe(204);

    fill(15 * mb);
    await expect.poll(async () => (await tus.create(0)).status, patient).toBe(507);
    const refused = await tus.patch(at, 2 * mb, bytes.subarray(2 * mb));
    expect([refused.status, refused.headers['retry-after']]).toEqual([507, '5']);
    expect((await tus.head(at)).headers['upload-offset']).toBe(String(2 * mb));

    fs.rmSync(filler);
    await expect
      .poll(async () => (await tus.patch(at, 2 * mb, bytes.subarray(2 * mb))).status, patient)
      .toBe(204);
    expect(sha256(await download(at))).toBe(sha256(bytes));
  },
);

whenFull('one that is on its way is stopped, too, and what had arrived is kept', async () => {
  const { tus, rowOf, download } = await setUp(16 * mb);
  const bytes = someBytes(8 * mb);
  const at = await tus.begin(bytes.length);
  const { request, reply } = tus.stream(at, 0, { 'content-length': bytes.length });
  request.on('error', () => undefined); // nobody reads on once it is refused
  let sent = 2 * mb;
  request.write(bytes.subarray(0, sent));
  await expect.poll(async () => Number((await rowOf(at)).upload?.offsetBytes), patient).toBeGreaterThan(0);
  fill(15 * mb);
  const dripping = setInterval(() => {
    request.write(bytes.subarray(sent, sent + 65_536));
    sent += 65_536;
  }, 20);
  const refused = await reply;
  clearInterval(dripping);
  expect([refused.status, refused.json().code]).toEqual([507, 'storage.full']);
  const offset = Number((await tus.head(at)).headers['upload-offset']);
  expect(offset).toBeGreaterThan(0);
  expect(offset).toBeLessThan(bytes.length);

  fs.rmSync(filler);
  await expect
    .poll(async () => (await tus.patch(at, offset, bytes.subarray(offset))).status, patient)
    .toBe(204);
  expect(sha256(await download(at))).toBe(sha256(bytes));
});

whenFull(
  'a disk that is full to the last byte keeps what it took, and the upload goes on from there',
  async () => {
    // No floor: the kernel has the word.
    const { tus, download } = await setUp(-1e12);
    await expect.poll(async () => (await tus.create(20 * mb)).status, patient).toBe(201);
    const bytes = someBytes(6 * mb);
    const at = await tus.begin(bytes.length);
    const { bavail, bsize } = fs.statfsSync(disk.DATA_DIR);
    fill(bavail * bsize - 3 * mb);
    expect((await tus.patch(at, 0, bytes)).status).toBe(507);
    const offset = Number((await tus.head(at)).headers['upload-offset']);
    expect(offset).toBeGreaterThan(2 * mb);
    expect(offset).toBeLessThanOrEqual(3 * mb);

    fs.rmSync(filler);
    expect((await tus.patch(at, offset, bytes.subarray(offset))).status).toBe(204);
    expect(sha256(await download(at))).toBe(sha256(bytes));
  },
);
