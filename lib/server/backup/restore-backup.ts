import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { BadConfiguration } from '@/lib/server/config';
import { socketFolder, startPostgres } from '@/lib/server/runtime/postgres/server';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import type { Storage } from '@/lib/server/storage/port';
import { type ArchiveEntry, readArchive, textOf } from './archive-reader';
import { checkUnused, checkVersion, type DatabaseLoader, type FileChecksum, openLoader } from './load';
import { BackupManifest, damagedName, fileIdOf, manifestName, secretName, sumsName, tableOf } from './names';
import { beginStaging, discardStaging, markVerified } from './staging';

type RestoreReport = {
  manifest: BackupManifest;
  damaged: string[];
};

/**
 * Unpacks a backup into the staging folder, its rows into `databaseUrl` if given, and verifies all entries and files.
 * @throws BadConfiguration when it is damaged or not a backup; data in use stays untouched
 */
export async function unpackBackup(
  file: string,
  dataDir: string,
  migrations: string,
  databaseUrl?: string,
  filesDir = dataDir,
): Promise<RestoreReport> {
  const entries = readArchive(file);
  const manifest = await readManifest(entries, file);
  await checkVersion(manifest, migrations);
  if (databaseUrl) await checkUnused(databaseUrl);
  const staging = await beginStaging(dataDir);
  const forFiles = filesDir === dataDir ? staging : await beginStaging(filesDir);
  try {
    return await fillStaging(entries, manifest, { staging, forFiles, dataDir, migrations, databaseUrl });
  } catch (error) {
    // Slipway doesn't start beside a restore that was broken off, and what was unpacked may have filled the disk.
    for (const folder of new Set([filesDir, dataDir])) discardStaging(folder);
    throw error;
  }
}

type RestorePlace = {
  staging: string;
  forFiles: string;
  dataDir: string;
  migrations: string;
  databaseUrl: string | undefined;
};

async function fillStaging(
  entries: AsyncGenerator<ArchiveEntry>,
  manifest: Awaited<ReturnType<typeof readManifest>>,
  { staging, forFiles, dataDir, migrations, databaseUrl }: RestorePlace,
): Promise<RestoreReport> {
  const sums = path.join(staging, 'sums');
  fs.appendFileSync(sums, `${manifest.sum}\n`, { mode: 0o600 });

  const { url, stop } = databaseUrl
    ? { url: databaseUrl, stop: async () => undefined }
    : await startCluster(path.join(staging, 'postgres'));
  try {
    const rows = await openLoader(url, manifest, migrations);
    try {
      const target = { rows, storage: diskStorage(forFiles), secret: path.join(staging, 'secret') };
      const known = await unpack(entries, target, sums);
      const wrong = await rows.findWrongFiles(readFileChecksums(sums));
      refuseUnlistedDamage(wrong, known);
      await rows.commit();
      markVerified(dataDir, `replaced-${manifest.madeAt.replaceAll(/[:.]/g, '-')}-${Date.now()}`);
      return { manifest, damaged: wrong };
    } finally {
      await rows.close();
    }
  } finally {
    await stop();
  }
}

function startCluster(cluster: string): ReturnType<typeof startPostgres> {
  fs.mkdirSync(cluster, { mode: 0o700 });
  return startPostgres(cluster, socketFolder(cluster));
}

async function readManifest(entries: AsyncGenerator<ArchiveEntry>, file: string) {
  const { value: first } = await entries.next();
  if (first?.name !== manifestName) throw new BadConfiguration(`${file} is no backup of Slipway.`);
  const { data } = BackupManifest.safeParse(jsonIn(await textOf(first)));
  if (!data) throw new BadConfiguration(`${file} is a backup of a kind that this version does not know.`);
  return { ...data, sum: `${first.sha256()}  ${manifestName}` };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadConfiguration(`The backup is damaged: ${manifestName} is not what was written.`);
  }
}

async function* readFileChecksums(sums: string): AsyncGenerator<FileChecksum> {
  for await (const line of readline.createInterface({ input: fs.createReadStream(sums) })) {
    const id = fileIdOf(line.slice(66));
    if (id) yield { id, sha256: line.slice(0, 64) };
  }
}

function refuseUnlistedDamage(wrong: readonly string[], known: ReadonlySet<string>): void {
  const unknown = wrong.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  throw new BadConfiguration(
    `The backup does not have what its rows speak of: ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ' …' : ''}`,
  );
}

type UnpackTarget = { rows: DatabaseLoader; storage: Storage; secret: string };

async function unpack(
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
