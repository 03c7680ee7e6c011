import 'server-only';
import fs from 'node:fs';
import readline from 'node:readline';
import { BadConfiguration } from '@/lib/server/config';
import type { Storage } from '@/lib/server/storage/port';
import { type Entry, textOf } from './archive-reader';
import type { Loading } from './load';
import { damagedName, fileIdOf, secretName, sumsName, tableOf } from './names';

/** Where entries go to. */
export type Target = { rows: Loading; storage: Storage; secret: string };

/** Unpacks all entries, and compares their checksums with the list in the last one. */
export async function unpack(
  entries: AsyncGenerator<Entry>,
  target: Target,
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

async function unpackEntry(entry: Entry, { rows, storage, secret }: Target): Promise<void> {
  const [table, fileId] = [tableOf(entry.name), fileIdOf(entry.name)];
  if (table) return rows.addChunk(table, entry);
  if (fileId) return store(entry, storage, fileId);
  if (entry.name !== secretName)
    throw new BadConfiguration(`The backup has an unknown entry: ${entry.name}.`);
  fs.writeFileSync(secret, await textOf(entry), { mode: 0o600, flush: true });
}

async function store(entry: Entry, storage: Storage, fileId: string): Promise<void> {
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
  await storage.finish(fileId, entry.sizeBytes); // brings it to stable storage
}

async function compareSums(entry: Entry, sums: string): Promise<void> {
  const found = readline.createInterface({ input: fs.createReadStream(sums) })[Symbol.asyncIterator]();
  for await (const line of linesOf(entry)) {
    const { value = 'nothing' } = await found.next();
    if (value !== line) {
      throw new BadConfiguration(`The backup is damaged: ${line.slice(66)} is not what was written.`);
    }
  }
  if (!(await found.next()).done) throw new BadConfiguration('The backup has entries that its list lacks.');
}

async function* linesOf(entry: Entry): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of entry.content()) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
