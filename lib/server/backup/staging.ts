import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { endLeftover } from '@/lib/server/runtime/postgres/launch';

const restoredNames = ['files', 'secret', 'postgres/data'];
const replacedNames = [...restoredNames, 'incoming', 'storage-id'];

/** A restore is prepared in this folder, and activated only after all of it was verified. */
export const stagingFolder = (dataDir: string): string => path.join(dataDir, 'restore');
/** Removed remains, so that no start mistakes them for an interrupted restore. */
const discardedFolder = (dataDir: string): string => path.join(dataDir, 'restore-emptied');
const verifiedMarker = (dataDir: string): string => path.join(stagingFolder(dataDir), 'verified');

export const isOccupied = (dataDir: string): boolean =>
  [...restoredNames, 'incoming'].some((name) => {
    const place = path.join(dataDir, name);
    return fs.existsSync(place) && (!fs.statSync(place).isDirectory() || fs.readdirSync(place).length > 0);
  });

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
 * @returns the folder of the former content, or null
 */
export function activateStaging(dataDir: string): string | null {
  const aside = path.join(dataDir, fs.readFileSync(verifiedMarker(dataDir), 'utf8'));
  const [staging, move] = [stagingFolder(dataDir), durableMove(dataDir, aside)];
  for (const name of replacedNames) {
    const isNew = restoredNames.includes(name) && !fs.existsSync(path.join(staging, name));
    const isThere = fs.existsSync(path.join(dataDir, name));
    if (isThere && !isNew) move(path.join(dataDir, name), path.join(aside, name));
    if (restoredNames.includes(name) && !isNew) move(path.join(staging, name), path.join(dataDir, name));
  }
  discardStaging(dataDir);
  return fs.existsSync(aside) ? aside : null;
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
