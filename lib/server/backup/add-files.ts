import 'server-only';
import fs from 'node:fs';
import readline from 'node:readline';
import { errorMessage } from '@/lib/server/plain-error';
import type { Storage } from '@/lib/server/storage/port';
import type { ArchiveWriter, EntryContent } from './archive-writer';
import { fileName } from './names';
import type { RemovalPause } from './pause-removals';

type FileListEntry = { id: string; sizeBytes: number; sha256: string | null };
export type DamagedFile = { id: string; reason: string };

/** Adds all listed files and compares them with their rows. Damaged files are reported and don't stop the rest. */
export async function* addFiles(
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
  if (failure) return messageOf(failure);
  return file.sha256 === null || file.sha256 === sha256
    ? null
    : `its sha256 is ${sha256}, not ${file.sha256}`;
}

async function openContent(storage: Storage, id: string, sizeBytes: number): Promise<EntryContent | string> {
  if (sizeBytes === 0) return [];
  const chunks = storage.read(id, { start: 0, end: sizeBytes - 1 });
  const first = await chunks.next().catch((error: unknown) => messageOf(error));
  if (typeof first === 'string') return first;
  return (async function* () {
    if (!first.done) yield first.value;
    yield* chunks;
  })();
}

const messageOf = (error: unknown): string =>
  errorMessage(error instanceof Error ? (error.cause ?? error) : error);
