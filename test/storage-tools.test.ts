import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { newId } from '@/lib/server/ids';
import { removeBytes } from '@/lib/server/jobs/bytes';
import { checkStorageChange } from '@/lib/server/runtime/storage-move';
import {
  compareStorage,
  type Discrepancy,
  looksUnmounted,
  repair,
} from '@/lib/server/services/storage/compare';
import { copyFiles } from '@/lib/server/services/storage/copy';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import type { Storage } from '@/lib/server/storage/port';
import { endpoint, freshBucket, storageIn } from '@/testing/network/bucket';
import { draftShare, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-tools-'));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
const newDisk = () => diskStorage(fs.mkdtempSync(path.join(root, 'disk-')));
const soon = new Date(Date.now() + 2 * 3_600_000);

type Open = () => Promise<Storage>;
const kinds: [name: string, isThere: boolean, open: Open][] = [
  ['on disk', true, async () => newDisk()],
  ['in a bucket', endpoint !== null, async () => storageIn(await freshBucket())],
];

async function storeText(storage: Storage, id: string, text: string): Promise<void> {
  const writer = await storage.openWriter(id, 0, text.length);
  await writer.write([Buffer.from(text)], 0);
  await writer.sync();
  await writer.close();
  await storage.finish(id, text.length);
}

describe.each(kinds)('%s', (_name, isThere, open) => {
  const check = isThere ? test : test.skip;
  let own: Awaited<ReturnType<typeof ownDatabase>>;
  let ctx: UserContext;
  let shareId: string;
  beforeAll(async () => {
    if (!isThere) return;
    own = await ownDatabase();
    ctx = await userContext({ db: own.db, storage: await open(), now: soon });
    shareId = (await draftShare(ctx)).id;
  });
  afterAll(() => own?.remove());

  /** A complete file. `stored` null leaves out its bytes. */
  async function file(name: string, text: string, stored: string | null = text): Promise<string> {
    const id = newId();
    const sha256 = createHash('sha256').update(text).digest('hex');
    const facts = { sizeBytes: text.length, storedBytes: text.length, sha256, mimeType: 'text/plain' };
    await ctx.db.file.create({ data: { id, shareId, name, state: 'complete', ...facts } });
    if (stored !== null) await storeText(ctx.storage, id, stored);
    return id;
  }

  async function discrepancies(isVerifying: boolean): Promise<Discrepancy[]> {
    const found: Discrepancy[] = [];
    for await (const discrepancy of compareStorage(ctx, isVerifying)) found.push(discrepancy);
    return found;
  }

  check(
    'what is missing, damaged or orphaned is named; only what can be mended is, and only when asked',
    async () => {
      const good = await file('good.txt', 'good');
      await file('good too.txt', 'also good');
      const fine = await file('fine.txt', 'fine');
      const pictures = { smallId: newId(), smallBytes: 5, largeId: newId(), largeBytes: 5 };
      for (const id of [pictures.smallId, pictures.largeId]) await storeText(ctx.storage, id, 'small');
      await ctx.db.thumbnail.create({ data: { ...pictures, fileId: fine, keptIn: 'disk' } });
      const missing = await file('missing.txt', 'gone', null);
      const short = await file('short.txt', 'four', 'for');
      const changed = await file('changed.txt', 'true', 'fals');
      const [orphan, removed] = [newId(), newId()];
      for (const id of [orphan, removed]) await storeText(ctx.storage, id, 'nobody knows me');
      await ctx.db.removal.create({ data: { fileId: removed } });

      expect(await discrepancies(false)).toMatchObject([
        ...[missing, short]
          .sort()
          .map((id) => ({ kind: id === missing ? 'missing' : 'damaged', file: { id } })),
        { kind: 'orphan', fileId: orphan, sizeBytes: 15 },
      ]);
      const all = await discrepancies(true);
      const damaged = all.flatMap((one) => (one.kind === 'damaged' ? [one.file.id] : []));
      expect(damaged.sort()).toEqual([changed, short].sort());
      expect(await looksUnmounted(ctx, all)).toBe(false);

      for (const discrepancy of all) await repair(ctx, discrepancy);
      await removeBytes(ctx);
      expect((await discrepancies(true)).map(({ kind }) => kind)).toEqual(['damaged', 'damaged']);
      expect(await ctx.db.file.count({ where: { id: missing } })).toBe(0);
      expect(await ctx.db.file.count({ where: { id: { in: [good, short, changed] } } })).toBe(3);
    },
  );

  check('bytes that have just come are no orphans', async () => {
    await storeText(ctx.storage, newId(), 'my row comes in a moment');
    const now = new Date();
    for await (const discrepancy of compareStorage({ ...ctx, now }, false))
      expect(discrepancy.kind).not.toBe('orphan');
  });

  check('a storage without nearly any file is not taken for the truth', async () => {
    const found: Discrepancy[] = [];
    for await (const discrepancy of compareStorage({ ...ctx, storage: await open() }, false))
      found.push(discrepancy);
    expect(await looksUnmounted(ctx, found)).toBe(true);
  });

  check(
    'copies are verified, a damaged file is named and not copied, and a second pass takes what is new',
    async () => {
      const damaged = await file('damaged.txt', 'right', 'wrong');
      const whole = await file('whole.txt', 'as it was');
      const to = newDisk();
      const failed: string[] = [];
      const copying = {
        from: ctx.storage,
        to,
        done: new Set<string>(),
        verified: async () => undefined,
        failed: ({ id }: { id: string }) => void failed.push(id),
      };
      const first = await copyFiles(ctx, copying);
      expect(first).toBeGreaterThan(0);
      expect(failed).toContain(damaged);
      const late = await file('late.txt', 'came while copying');
      expect(await copyFiles(ctx, copying)).toBe(1);
      expect(copying.done.has(whole) && copying.done.has(late)).toBe(true);
      const there: string[] = [];
      for await (const { fileId } of to.list()) there.push(fileId);
      expect(there.sort()).toEqual([...copying.done].sort());

      await checkStorageChange({ ...ctx, config: { ...ctx.config, STORAGE: 'disk' } });
      const disk = { ...ctx, storage: to, config: { ...ctx.config, STORAGE: 's3' as const } };
      await expect(checkStorageChange(disk)).rejects.toThrow(
        /STORAGE was "disk" and is "s3" now, where \d+ files are missing/,
      );
      await ctx.db.file.deleteMany({ where: { id: { notIn: there } } });
      await checkStorageChange(disk);
      await checkStorageChange(disk);

      const empty = { ...disk, storage: newDisk(), config: { ...disk.config, S3_BUCKET: 'misspelt' } };
      await expect(checkStorageChange(empty)).rejects.toThrow(
        /S3_BUCKET and S3_PREFIX were "\/" and are "misspelt\/" now, where \d+ files are missing/,
      );
      await checkStorageChange({ ...empty, storage: to }); // they were copied there
    },
  );
});
