import 'server-only';
import fs from 'node:fs';
import readline from 'node:readline';
import { BadConfiguration } from '@/lib/server/config';
import type { Storage } from '@/lib/server/storage/port';
import { type ArchiveEntry, textOf } from './archive-reader';
import type { DatabaseLoader } from './load';
import { damagedName, fileIdOf, secretName, sumsName, tableOf } from './names';

export type UnpackTarget = { rows: DatabaseLoader; storage: Storage; secret: string };

export async function unpack(
  entries: AsyncGenerator<ArchiveEntry>,
  target: UnpackTarget,
  sums: string,
): Promise<Set<string>> {
  const list = fs.createWriteStream(sums, { flags: 'a' });
  const known = new Set<string>();
  let isWhole = false;
  for await (const entry of entries) {
    if (entry.name === sumsName) {
      await new Promise((resolve) => list.end(resolve));
      await compareSums(entry, sums);
      isWhole = true;
      continue;
    }
    if (entry.name === damagedName)
      for (const line of (await textOf(entry)).split('\n')) known.add(line.split('\t')[0] ?? '');
    else await unpackEntry(entry, target);
    list.write(`${entry.sha256()}  ${entry.name}\n`);
  }
  if (!isWhole) throw new BadConfiguration('The backup ends without its list of checksums: it is not whole.');
  return known;
}

async function unpackEntry(entry: ArchiveEntry, { rows, storage, secret }: UnpackTarget): Promise<void> {
  const [table, fileId] = [tableOf(entry.name), fileIdOf(entry.name)];
  if (table) return rows.addChunk(table, entry);
  if (fileId) return storeFile(entry, storage, fileId);
  if (entry.name !== secretName)
    throw new BadConfiguration(`The backup has an unknown entry: ${entry.name}.`);
  fs.writeFileSync(secret, await textOf(entry), { mode: 0o600, flush: true });
}

async function storeFile(entry: ArchiveEntry, storage: Storage, fileId: string): Promise<void> {
  const writer = await storage.openWriter(fileId, 0, entry.sizeBytes);
  try {
    let position = 0;
    for await (const chunk of entry.content()) {
      const taken = await writer.write([chunk], position);
      if (taken < chunk.length) throw new BadConfiguration('The disk is full.');
      position += taken;
    }
  } finally {
    await writer.close();
  }
  await storage.finish(fileId, entry.sizeBytes); // syncs
}

async function compareSums(entry: ArchiveEntry, sums: string): Promise<void> {
  const found = readline.createInterface({ input: fs.createReadStream(sums) })[Symbol.asyncIterator]();
  for await (const line of linesOf(entry)) {
    const { value = 'nothing' } = await found.next();
    if (value !== line) {
      throw new BadConfiguration(`The backup is damaged: ${line.slice(66)} is not what was written.`);
    }
  }
  if (!(await found.next()).done) throw new BadConfiguration('The backup has entries that its list lacks.');
}

async function* linesOf(entry: ArchiveEntry): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of entry.content()) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
