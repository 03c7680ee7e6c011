import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { formatBytes } from '@/lib/domain/units';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { addFiles, type DamagedFile } from './add-files';
import { type ArchiveWriter, createArchive } from './archive-writer';
import { openSnapshot } from './dump';
import { damagedName, type Manifest, manifestName, secretName } from './names';
import { pauseRemovals, type RemovalPause } from './pause-removals';

export type BackupReport = { manifest: Manifest; sizeBytes: number; damaged: DamagedFile[] };

/**
 * Writes a tar file of the rows of one moment and their files, while people keep working.
 * @throws BadConfiguration for problems that the operator can solve; then no file remains
 */
export async function makeBackup(ctx: Context, file: string): Promise<BackupReport> {
  const pause = await pauseRemovals(ctx);
  const list = `${file}.list`;
  try {
    const archive = await createArchive(file);
    try {
      const manifest = await addRows(ctx, archive, list);
      const damaged = await addBytes(ctx, archive, { list, pause });
      pause.check();
      return { manifest, damaged, sizeBytes: await archive.finish() };
    } catch (error) {
      await archive.abort();
      throw error;
    }
  } finally {
    fs.rmSync(list, { force: true });
    await pause.release();
  }
}

async function addRows(ctx: Context, archive: ArchiveWriter, list: string): Promise<Manifest> {
  const { DATABASE_URL = '', DATA_DIR, VERSION } = ctx.config;
  const secret = path.join(DATA_DIR, 'secret');
  const snapshot = await openSnapshot(DATABASE_URL);
  try {
    const found = await snapshot.describe();
    checkSpace(path.dirname(list), found.filesBytes);
    const hasSecret = fs.existsSync(secret);
    const manifest: Manifest = {
      format: 1,
      version: VERSION,
      madeAt: ctx.now.toISOString(),
      hasSecret,
      ...found,
    };
    await archive.addText(manifestName, `${JSON.stringify(manifest, null, 2)}\n`);
    if (hasSecret) await archive.addText(secretName, fs.readFileSync(secret, 'utf8'));
    await snapshot.dump(archive, manifest.tables);
    await snapshot.listFiles(list);
    return manifest;
  } finally {
    await snapshot.close();
  }
}

async function addBytes(
  { storage }: Context,
  archive: ArchiveWriter,
  { list, pause }: { list: string; pause: RemovalPause },
): Promise<DamagedFile[]> {
  const damaged: DamagedFile[] = [];
  for await (const one of addFiles(archive, { storage, list, pause })) damaged.push(one);
  if (damaged.length > 0) {
    await archive.addText(damagedName, damaged.map(({ id, reason }) => `${id}\t${reason}\n`).join(''));
  }
  return damaged;
}

function checkSpace(folder: string, neededBytes: number): void {
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize > neededBytes) return;
  throw new BadConfiguration(
    `The files are ${formatBytes(neededBytes)}, and ${folder} has ${formatBytes(bavail * bsize)} free.`,
  );
}
