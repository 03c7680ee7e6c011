import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { endLeftover } from '@/lib/server/runtime/postgres/launch';
import { isShard } from '@/lib/server/storage/disk/folders';

const restoredNames = ['files', 'secret', 'postgres/data'];
const replacedNames = [...restoredNames, 'incoming', 'storage-id'];

/** A restore is prepared in this folder, and activated only after all of it was verified. */
export const stagingFolder = (dataDir: string): string => path.join(dataDir, 'restore');
/** Removed remains, so that no start mistakes them for an interrupted restore. */
const discardedFolder = (dataDir: string): string => path.join(dataDir, 'restore-emptied');
const verifiedMarker = (dataDir: string): string => path.join(stagingFolder(dataDir), 'verified');

/** @param filesDir FILES_DIR, where files don't lie in `dataDir` */
export const isOccupied = (dataDir: string, filesDir?: string): boolean =>
  [
    ...[...restoredNames, 'incoming'].map((name) => path.join(dataDir, name)),
    ...(filesDir === undefined ? [] : namesOfFiles(filesDir).map((name) => path.join(filesDir, name))),
  ].some(
    (place) =>
      place !== filesDir &&
      fs.existsSync(place) &&
      (!fs.statSync(place).isDirectory() || fs.readdirSync(place).length > 0),
  );

const ofFiles = ['files', 'incoming', 'storage-id'];

/** Lists what is ours in FILES_DIR, beside other things that a disk may have. */
const namesOfFiles = (filesDir: string): string[] =>
  fs.existsSync(filesDir)
    ? fs.readdirSync(filesDir).filter((name) => isShard(name) || ofFiles.slice(1).includes(name))
    : [];

export async function beginStaging(dataDir: string): Promise<string> {
  const staging = stagingFolder(dataDir);
  await endLeftover(path.join(staging, 'postgres/data'));
  for (const left of [staging, discardedFolder(dataDir)]) fs.rmSync(left, { recursive: true, force: true });
  fs.mkdirSync(staging, { mode: fs.statSync(dataDir).mode & 0o777 });
  return staging;
}

export function markVerified(dataDir: string, asideName: string): void {
  const note = verifiedMarker(dataDir);
  fs.writeFileSync(`${note}.new`, asideName, { flush: true });
  fs.renameSync(`${note}.new`, note);
}

export const isVerified = (dataDir: string): boolean => fs.existsSync(verifiedMarker(dataDir));

/**
 * Moves the verified restore into place. Continues after an interruption.
 * @returns the folders of the former content
 */
export function activateStaging(dataDir: string, filesDir?: string): string[] {
  const asideName = fs.readFileSync(verifiedMarker(dataDir), 'utf8');
  if (filesDir !== undefined) activateFiles(filesDir, asideName);
  const aside = path.join(dataDir, asideName);
  const [staging, move] = [stagingFolder(dataDir), durableMove(dataDir, aside)];
  for (const name of replacedNames.filter((one) => filesDir === undefined || !ofFiles.includes(one))) {
    const isNew = restoredNames.includes(name) && !fs.existsSync(path.join(staging, name));
    const isThere = fs.existsSync(path.join(dataDir, name));
    if (isThere && !isNew) move(path.join(dataDir, name), path.join(aside, name));
    if (restoredNames.includes(name) && !isNew) move(path.join(staging, name), path.join(dataDir, name));
  }
  discardStaging(dataDir);
  const asides = [dataDir, ...(filesDir === undefined ? [] : [filesDir])].map((dir) =>
    path.join(dir, asideName),
  );
  return asides.filter((folder) => fs.existsSync(folder));
}

/** Puts all aside before it moves anything in: from then on a marker says that what is there is new. */
function activateFiles(filesDir: string, asideName: string): void {
  const staging = stagingFolder(filesDir);
  if (!fs.existsSync(staging)) return;
  const [aside, emptied] = [path.join(filesDir, asideName), path.join(staging, 'emptied')];
  const move = durableMove(filesDir, aside);
  if (!fs.existsSync(emptied)) {
    for (const name of namesOfFiles(filesDir)) move(path.join(filesDir, name), path.join(aside, name));
    fs.writeFileSync(emptied, '', { flush: true });
  }
  const restored = path.join(staging, 'files');
  for (const name of fs.existsSync(restored) ? fs.readdirSync(restored) : [])
    move(path.join(restored, name), path.join(filesDir, name));
  discardStaging(filesDir);
}

export function discardStaging(dataDir: string): void {
  fs.rmSync(discardedFolder(dataDir), { recursive: true, force: true });
  fs.renameSync(stagingFolder(dataDir), discardedFolder(dataDir));
  fs.rmSync(discardedFolder(dataDir), { recursive: true });
}

const durableMove = (dataDir: string, aside: string) => (from: string, to: string) => {
  const folder = path.dirname(to);
  if (to.startsWith(aside)) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  else fs.mkdirSync(folder, { recursive: true, mode: fs.statSync(dataDir).mode & 0o777 });
  renameSynced(from, to);
};

/** Syncs both folders, so that after a power cut the file is in one of them. */
export function renameSynced(from: string, to: string): void {
  fs.renameSync(from, to);
  for (const changed of [path.dirname(to), path.dirname(from)]) {
    const handle = fs.openSync(changed, 'r');
    fs.fsyncSync(handle);
    fs.closeSync(handle);
  }
}
