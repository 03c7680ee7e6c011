import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { endLeftover } from '@/lib/server/runtime/postgres/leftover';

/** What a restore brings, named as in DATA_DIR, and what is there already goes aside first. */
const brought = ['files', 'secret', 'postgres/data'];
const replaced = [...brought, 'incoming', 'storage-id'];

/** A restore is put together in a folder of its own; it takes its place only when all of it was verified. */
export const stagingOf = (dataDir: string): string => path.join(dataDir, 'restore');
/** Where its remains wait to be removed, so that no start takes them for a restore that was interrupted. */
const emptied = (dataDir: string): string => path.join(dataDir, 'restore-emptied');
const noteOf = (dataDir: string): string => path.join(stagingOf(dataDir), 'verified');

/** Whether an installation, or part of one, is there. */
export const isOccupied = (dataDir: string): boolean =>
  [...brought, 'incoming'].some((name) => {
    const place = path.join(dataDir, name);
    return fs.existsSync(place) && (!fs.statSync(place).isDirectory() || fs.readdirSync(place).length > 0);
  });

/** An empty folder to begin in; what an earlier restore has left there was never in use. */
export async function beginStaging(dataDir: string): Promise<string> {
  const staging = stagingOf(dataDir);
  await endLeftover(path.join(staging, 'postgres/data'));
  for (const left of [staging, emptied(dataDir)]) fs.rmSync(left, { recursive: true, force: true });
  fs.mkdirSync(staging, { mode: fs.statSync(dataDir).mode & 0o777 });
  return staging;
}

/** Notes that everything is there. From then on the restore can only be finished. */
export function noteVerified(dataDir: string, asideName: string): void {
  const note = noteOf(dataDir);
  fs.writeFileSync(`${note}.new`, asideName, { flush: true });
  fs.renameSync(`${note}.new`, note);
}

export const isVerified = (dataDir: string): boolean => fs.existsSync(noteOf(dataDir));

/**
 * Puts what was verified into its place. Called again after an interruption, it goes on where it was.
 * @returns where the former content went; null when there was none
 */
export function takePlace(dataDir: string): string | null {
  const aside = path.join(dataDir, fs.readFileSync(noteOf(dataDir), 'utf8'));
  const [staging, move] = [stagingOf(dataDir), moving(dataDir, aside)];
  for (const name of replaced) {
    const isNew = brought.includes(name) && !fs.existsSync(path.join(staging, name));
    const isThere = fs.existsSync(path.join(dataDir, name));
    if (isThere && !isNew) move(path.join(dataDir, name), path.join(aside, name));
    if (brought.includes(name) && !isNew) move(path.join(staging, name), path.join(dataDir, name));
  }
  fs.rmSync(emptied(dataDir), { recursive: true, force: true });
  fs.renameSync(staging, emptied(dataDir));
  fs.rmSync(emptied(dataDir), { recursive: true });
  return fs.existsSync(aside) ? aside : null;
}

/** Each folder that has changed is brought to stable storage, so that a power cut finds either name. */
const moving = (dataDir: string, aside: string) => (from: string, to: string) => {
  const folder = path.dirname(to);
  if (to.startsWith(aside)) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  else fs.mkdirSync(folder, { recursive: true, mode: fs.statSync(dataDir).mode & 0o777 });
  fs.renameSync(from, to);
  for (const changed of [folder, path.dirname(from)]) {
    const handle = fs.openSync(changed, 'r');
    fs.fsyncSync(handle);
    fs.closeSync(handle);
  }
};
