import 'server-only';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { formatBytes } from '@/lib/domain/units';
import { renameSynced } from '@/lib/server/backup/staging';
import { BadConfiguration } from '@/lib/server/config';
import { errorMessage } from '@/lib/server/plain-error';
import { shellQuoted } from '@/lib/server/runtime/data-dir';
import { findBinaries, majorOf, majorOfData } from '@/lib/server/runtime/postgres/cluster';
import { endLeftover } from '@/lib/server/runtime/postgres/launch';
import { socketFolder, startPostgres } from '@/lib/server/runtime/postgres/server';
import { copyDatabase } from './copy-database';
import { earlierPrograms, makePassable } from './earlier-programs';

type Move = { dir: string; migrations: string; say: (line: string) => void };

/**
 * Moves the database of an earlier major version into a new cluster, and keeps the old folder. After a kill it begins
 * anew, or ends if all was copied. Requires the instance lock.
 */
export async function moveEarlier(move: Move): Promise<void> {
  const { dir, say } = move;
  if (isCopied(dir)) return takeOver(dir, say);
  await endLeftover(path.join(nextFolder(dir), 'data'));
  removeNext(dir);

  const data = path.join(dir, 'data');
  const theirs = majorOfData(data);
  const ours = majorOf((await findBinaries()).postgres);
  if (theirs === null || theirs >= ours) return;
  await endLeftover(data);
  checkRoom(dir, ours);
  say(`Moving the database from PostgreSQL ${theirs} to ${ours}`);
  try {
    await copyCluster(move, theirs);
  } catch (error) {
    removeNext(dir);
    if (error instanceof BadConfiguration) throw error;
    throw new BadConfiguration(
      `The database could not be moved to PostgreSQL ${ours}: ${errorMessage(error)}. Nothing was changed; the Slipway before still runs on it.`,
    );
  }
  takeOver(dir, say);
}

const nextFolder = (dir: string) => path.join(dir, 'next');
/** Programs of a killed start may still write there for a moment. */
const removeNext = (dir: string) =>
  fs.rmSync(nextFolder(dir), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
const copiedMarker = (dir: string) => path.join(nextFolder(dir), 'copied');

/** Besides the rows: an empty cluster, and the programs of the old one. */
const besidesBytes = 200 * 1024 ** 2;
/** `max_wal_size` of the new cluster. */
const logBytes = 1024 ** 3;

function checkRoom(dir: string, ours: number): void {
  const size = sizeOf(path.join(dir, 'data'));
  const neededBytes = size + Math.min(size, logBytes) + besidesBytes;
  const { bavail, bsize } = fs.statfsSync(dir);
  if (bavail * bsize >= neededBytes) return;
  throw new BadConfiguration(
    `Moving the database to PostgreSQL ${ours} takes ${formatBytes(neededBytes)}, and ${dir} has ${formatBytes(bavail * bsize)} free. ` +
      'Nothing was changed. Make room and start again; the Slipway before still runs on it.',
  );
}

const sizeOf = (folder: string): number =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);

async function copyCluster({ dir, migrations }: Move, theirs: number): Promise<void> {
  const next = nextFolder(dir);
  makePassable(next);
  const programs = await earlierPrograms(dir, path.join(next, 'programs'), theirs);
  const from = await startPostgres(dir, socketFolder(dir), undefined, programs);
  try {
    const to = await startPostgres(next, socketFolder(next));
    try {
      await copyDatabase({ from: from.url, to: to.url, migrations });
    } finally {
      await to.stop();
    }
  } finally {
    await from.stop();
  }
  const marker = copiedMarker(dir);
  fs.writeFileSync(`${marker}.new`, JSON.stringify(markerOf(dir, theirs)), { flush: true });
  renameSynced(`${marker}.new`, marker);
}

/** `controlSum` changes with every run of the old cluster. */
type Marker = { keptName: string; controlSum: string };

function markerOf(dir: string, theirs: number): Marker {
  let keptName = `data-${theirs}`;
  for (let n = 2; fs.existsSync(path.join(dir, keptName)); n++) keptName = `data-${theirs}-${n}`;
  return { keptName, controlSum: controlSumOf(path.join(dir, 'data')) };
}

const readMarker = (dir: string): Marker => JSON.parse(fs.readFileSync(copiedMarker(dir), 'utf8'));

const controlSumOf = (data: string): string =>
  createHash('sha256')
    .update(fs.readFileSync(path.join(data, 'global/pg_control')))
    .digest('hex');

/** False when the old cluster has run since, or another is there: its rows count then. */
function isCopied(dir: string): boolean {
  if (!fs.existsSync(copiedMarker(dir))) return false;
  const data = path.join(dir, 'data');
  return !fs.existsSync(data) || controlSumOf(data) === readMarker(dir).controlSum || !hasNew(dir);
}

const newData = (dir: string) => path.join(nextFolder(dir), 'data');
const hasNew = (dir: string) => fs.existsSync(newData(dir));

function takeOver(dir: string, say: (line: string) => void): void {
  const data = path.join(dir, 'data');
  const kept = path.join(dir, readMarker(dir).keptName);
  if (hasNew(dir)) {
    if (fs.existsSync(data)) renameSynced(data, kept);
    renameSynced(newData(dir), data);
  }
  removeNext(dir);
  say(`Moved. The old files stay in ${kept}. When all is well, remove them: rm -r ${shellQuoted(kept)}`);
}
