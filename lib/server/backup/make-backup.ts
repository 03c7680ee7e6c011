import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { formatBytes } from '@/lib/domain/units';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { failureReason } from '@/lib/server/outside/outside-failure';
import type { Storage } from '@/lib/server/storage/port';
import { type ArchiveWriter, createArchive, type EntryContent } from './archive-writer';
import { openSnapshot } from './dump';
import { type BackupManifest, damagedName, fileName, manifestName, secretName } from './names';
import { pauseRemovals, type RemovalPause } from './pause-removals';

type BackupReport = { manifest: BackupManifest; sizeBytes: number; damaged: DamagedFile[] };

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

async function addRows(ctx: Context, archive: ArchiveWriter, list: string): Promise<BackupManifest> {
  const { DATABASE_URL = '', DATA_DIR, VERSION } = ctx.config;
  const secret = path.join(DATA_DIR, 'secret');
  const snapshot = await openSnapshot(DATABASE_URL);
  try {
    const found = await snapshot.describe();
    checkSpace(path.dirname(list), found.filesBytes);
    const hasSecret = fs.existsSync(secret);
    const manifest: BackupManifest = {
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

type FileListEntry = { id: string; sizeBytes: number; sha256: string | null };
type DamagedFile = { id: string; reason: string };

/** Adds all listed files and compares them with their rows. Damaged files are reported and don't stop the rest. */
async function* addFiles(
  archive: ArchiveWriter,
  { storage, list, pause }: { storage: Storage; list: string; pause: RemovalPause },
): AsyncGenerator<DamagedFile> {
  for await (const file of readFileList(list)) {
    const reason = await addFile(archive, storage, file);
    pause.check();
    if (reason !== null) yield { id: file.id, reason };
  }
}

async function* readFileList(list: string): AsyncGenerator<FileListEntry> {
  for await (const line of readline.createInterface({ input: fs.createReadStream(list) })) {
    const [id = '', sizeBytes = '', sha256 = ''] = line.split('\t');
    yield { id, sizeBytes: Number(sizeBytes), sha256: sha256 === '\\N' ? null : sha256 };
  }
}

async function addFile(
  archive: ArchiveWriter,
  storage: Storage,
  { id, ...file }: FileListEntry,
): Promise<string | null> {
  const begun = await openContent(storage, id, file.sizeBytes);
  if (typeof begun === 'string') return begun;
  const { sha256, failure } = await archive.add(fileName(id), file.sizeBytes, begun);
  if (failure) return failureReason(failure);
  return file.sha256 === null || file.sha256 === sha256
    ? null
    : `its sha256 is ${sha256}, not ${file.sha256}`;
}

async function openContent(storage: Storage, id: string, sizeBytes: number): Promise<EntryContent | string> {
  if (sizeBytes === 0) return [];
  const chunks = storage.read(id, { start: 0, end: sizeBytes - 1 });
  const first = await chunks.next().catch((error: unknown) => failureReason(error));
  if (typeof first === 'string') return first;
  return (async function* () {
    if (!first.done) yield first.value;
    yield* chunks;
  })();
}
