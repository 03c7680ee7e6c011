import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Context } from '@/lib/server/context';
import type { PrismaClient } from '@/lib/server/db/generated/client';
import { newId } from '@/lib/server/ids';
import { importSource } from '@/lib/server/import/import-source';
import { Report } from '@/lib/server/import/report';
import type { ImportSource, SourceOptions } from '@/lib/server/import/source';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import type { Storage } from '@/lib/server/storage/port';
import { openContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import type { Expected } from './expected';

export const samples = path.join(import.meta.dirname, '../fixtures/import');

/**
 * Opens a sample with its expectations, a database and a storage of its own.
 * @param storageOf a disk by default
 */
export function sampleFor(
  product: string,
  open: (folder: string, options: SourceOptions) => ImportSource | Promise<ImportSource>,
  storageOf?: (db: PrismaClient) => Promise<Storage>,
) {
  const folder = path.join(samples, product);
  const expected: Expected = JSON.parse(fs.readFileSync(path.join(folder, 'expect.json'), 'utf8'));
  let root = ''; // none where all tests are left out
  let own: Awaited<ReturnType<typeof ownDatabase>>;
  const sample = { expected, folder, ctx: null as unknown as Context, report: null as unknown as Report };
  const now = new Date(expected.now);

  /** @param reported filled also when the run is interrupted */
  const run = async (
    isDryRun: boolean,
    { includesExpired = false, mergesAccounts = false } = {},
    reported: Report | null = null,
  ) => {
    const workFolder = fs.mkdtempSync(path.join(root, 'work-'));
    const source = await open(folder, { now, workFolder });
    try {
      const report = reported ?? new Report(source.product, isDryRun);
      await importSource(sample.ctx, source, report, { owner: 'owner', includesExpired, mergesAccounts });
      return report;
    } finally {
      await source.close();
    }
  };
  beforeAll(async () => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-import-'));
    own = await ownDatabase();
    const storage = (await storageOf?.(own.db)) ?? diskStorage(fs.mkdtempSync(path.join(root, 'disk-')));
    sample.ctx = openContext({ db: own.db, storage, now });
    await own.db.account.create({ data: { id: newId(), login: 'owner' } });
  });
  afterAll(async () => {
    await own.remove();
    fs.rmSync(root, { recursive: true, force: true });
  });
  return Object.assign(sample, { run });
}

export type Sample = ReturnType<typeof sampleFor>;
