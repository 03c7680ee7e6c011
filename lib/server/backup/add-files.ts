import 'server-only';
import fs from 'node:fs';
import readline from 'node:readline';
import { wordsOf } from '@/lib/server/plain-error';
import type { Storage } from '@/lib/server/storage/port';
import type { ArchiveWriter, Content } from './archive-writer';
import { fileName } from './names';
import type { RemovalPause } from './pause-removals';

type Listed = { id: string; sizeBytes: number; sha256: string | null };
export type Damaged = { id: string; reason: string };

/** Adds every file of the list and compares each with what its row says; what is wrong is told and doesn't stop the rest. */
export async function* addFiles(
  archive: ArchiveWriter,
  { storage, list, pause }: { storage: Storage; list: string; pause: RemovalPause },
): AsyncGenerator<Damaged> {
  for await (const file of filesIn(list)) {
    const reason = await addFile(archive, storage, file);
    pause.check();
    if (reason !== null) yield { id: file.id, reason };
  }
}

async function* filesIn(list: string): AsyncGenerator<Listed> {
  for await (const line of readline.createInterface({ input: fs.createReadStream(list) })) {
    const [id = '', sizeBytes = '', sha256 = ''] = line.split('\t');
    yield { id, sizeBytes: Number(sizeBytes), sha256: sha256 === '\\N' ? null : sha256 };
  }
}

/** What is wrong with it, or null. A file of which nothing can be read gets no entry. */
async function addFile(
  archive: ArchiveWriter,
  storage: Storage,
  { id, ...file }: Listed,
): Promise<string | null> {
  const begun = await begin(storage, id, file.sizeBytes);
  if (typeof begun === 'string') return begun;
  const { sha256, failure } = await archive.add(fileName(id), file.sizeBytes, begun);
  if (failure) return messageOf(failure);
  return file.sha256 === null || file.sha256 === sha256
    ? null
    : `its sha256 is ${sha256}, not ${file.sha256}`;
}

/** Reads the first chunk before its head is written. */
async function begin(storage: Storage, id: string, sizeBytes: number): Promise<Content | string> {
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
  wordsOf(error instanceof Error ? (error.cause ?? error) : error);
