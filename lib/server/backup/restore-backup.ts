import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { BadConfiguration } from '@/lib/server/config';
import { startPostgres } from '@/lib/server/runtime/postgres/server';
import { socketFolder } from '@/lib/server/runtime/postgres/socket-folder';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import { type ArchiveEntry, readArchive, textOf } from './archive-reader';
import { checkVersion, type FileChecksum, openLoader } from './load';
import { fileIdOf, Manifest, manifestName } from './names';
import { beginStaging, markVerified } from './staging';
import { unpack } from './unpack';

export type RestoreReport = {
  manifest: Manifest;
  damaged: string[];
};

/**
 * Unpacks a backup into the staging folder and verifies all entries and files.
 * @throws BadConfiguration when it is damaged or not a backup; data in use stays untouched
 */
export async function unpackBackup(
  file: string,
  dataDir: string,
  migrations: string,
): Promise<RestoreReport> {
  const entries = readArchive(file);
  const manifest = await readManifest(entries, file);
  await checkVersion(manifest, migrations);
  const staging = await beginStaging(dataDir);
  const sums = path.join(staging, 'sums');
  fs.appendFileSync(sums, `${manifest.sum}\n`, { mode: 0o600 });

  const cluster = path.join(staging, 'postgres');
  fs.mkdirSync(cluster, { mode: 0o700 });
  const { url, stop } = await startPostgres(cluster, socketFolder(cluster));
  try {
    const rows = await openLoader(url, manifest, migrations);
    try {
      const target = { rows, storage: diskStorage(staging), secret: path.join(staging, 'secret') };
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

async function readManifest(entries: AsyncGenerator<ArchiveEntry>, file: string) {
  const { value: first } = await entries.next();
  if (first?.name !== manifestName) throw new BadConfiguration(`${file} is no backup of Slipway.`);
  const { data } = Manifest.safeParse(JSON.parse(await textOf(first)));
  if (!data) throw new BadConfiguration(`${file} is a backup of a kind that this version does not know.`);
  return { ...data, sum: `${first.sha256()}  ${manifestName}` };
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
