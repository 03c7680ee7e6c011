import 'server-only';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration, type Config } from '@/lib/server/config';
import { errorMessage, systemName } from '@/lib/server/plain-error';
import { checkRename } from '@/lib/server/storage/disk/data-folder';
import { diskFolders, incomingFolder } from '@/lib/server/storage/disk/folders';

type PermissionSettings = Pick<Config, 'DATA_DIR' | 'FILES_DIR' | 'DATABASE_URL' | 'AUTH_SECRET' | 'STORAGE'>;

const allBut600 = 0o177;
const allBut700 = 0o077;
const ofOthers = 0o007;
const othersMayWrite = 0o002;

/** Root's PostgreSQL runs under another account, which has to pass through the folder but not list it. */
export function makeDataDir(dir: string, name: 'DATA_DIR' | 'FILES_DIR' = 'DATA_DIR'): void {
  const variable = dir.split(path.sep).find((part) => /^(~$|\$\{?\w)/.test(part));
  if (variable && !fs.existsSync(dir))
    throw new BadConfiguration(
      `${name} would be "${dir}", because only shells replace ${variable}. Write the whole path.`,
    );
  try {
    makeFolders(dir, ownUid() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw unusable(name, dir, error);
  }
  try {
    fs.accessSync(dir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    const owner = fs.statSync(dir).uid;
    throw owner === ownUid() ? unusable(name, dir, error) : wrongOwner(dir, owner, dir);
  }
}

/** Node's own `recursive` never ends in /proc. */
function makeFolders(dir: string, mode: number): void {
  if (fs.existsSync(dir)) return;
  makeFolders(path.dirname(dir), mode);
  try {
    fs.mkdirSync(dir, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // made by another start
  }
}

const unusable = (name: string, dir: string, error: unknown) =>
  new BadConfiguration(
    `${name} is "${dir}" but must be a folder that this account may read and write (${systemName(error)}).`,
  );

/**
 * Removes other accounts' permissions, which volume drivers, NAS boxes and `chmod -R 777` grant.
 * @param warn receives a sentence for each problem that doesn't prevent a start
 * @throws BadConfiguration for one that does, with the command that fixes it
 */
export function restrictPermissions(settings: PermissionSettings, warn: (sentence: string) => void): void {
  const at = (name: string) => path.join(settings.DATA_DIR, name);
  const folders = diskFolders(settings);
  const files = settings.STORAGE === 'disk' ? [incomingFolder(folders), folders.files] : [];
  const secret = settings.AUTH_SECRET ? [] : [at('secret')];
  for (const place of [...files, ...secret]) checkUsable(place);
  // The folder may hold other files, and an empty volume often has another owner, so only writing is removed.
  removePermissions(settings.DATA_DIR, othersMayWrite);
  for (const place of files) removePermissions(place, ofOthers);
  for (const complaint of secret.map((place) => removePermissions(place, allBut600)))
    if (complaint) warn(complaint);
  if (settings.DATABASE_URL) return;
  checkOwner(at('postgres'));
  for (const name of ['postgres', 'postgres/data']) {
    const complaint = removePermissions(at(name), allBut700);
    if (complaint) throw new BadConfiguration(complaint); // PostgreSQL's own message is hard to understand
  }
}

function checkUsable(place: string): void {
  const stats = fs.statSync(place, { throwIfNoEntry: false });
  if (!stats) return;
  const { R_OK, W_OK, X_OK } = fs.constants;
  try {
    fs.accessSync(place, stats.isDirectory() ? R_OK | W_OK | X_OK : R_OK);
  } catch {
    throw wrongOwner(place, stats.uid, path.dirname(place));
  }
}

/** PostgreSQL must own its folder; root may run it as any owner. */
function checkOwner(folder: string): void {
  const owner = fs.statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || ownUid() === 0 || owner === ownUid()) return;
  throw wrongOwner(folder, owner, path.dirname(folder));
}

const wrongOwner = (place: string, owner: number, whole: string) =>
  new BadConfiguration(
    `${place} belongs to the account with uid ${owner}, and Slipway runs as ${ownUid()}. Start it as that account, or as ` +
      `root give all of it to this one: chown -R ${ownUid()} ${shellQuoted(whole)} (for a container: the folder that is mounted there)`,
  );

const ownUid = () => process.geteuid?.() ?? 0;

/** Returns a sentence when that fails. */
function removePermissions(place: string, rights: number): string | null {
  const mode = modeOf(place);
  if ((mode & rights) === 0) return null;
  const closed = mode & ~rights;
  const open = `${place} is open to other accounts (mode ${octal(mode)})`;
  try {
    fs.chmodSync(place, closed);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `${open}, and this account may not change that (${code}). As its owner or root run: chmod ${octal(closed)} ${shellQuoted(place)}`;
  }
  if ((modeOf(place) & rights) === 0) return null;
  return `${open}, and stays so after chmod ${octal(closed)}: its file system keeps no rights. Let DATA_DIR lie on one that does.`;
}

const modeOf = (place: string): number => (fs.statSync(place, { throwIfNoEntry: false })?.mode ?? 0) & 0o7777;

const octal = (mode: number): string => mode.toString(8).padStart(3, '0');

export const shellQuoted = (place: string): string =>
  /^[\w@%+=:,./-]+$/.test(place) ? place : `'${place.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Checks that DATA_DIR supports hard links and, for an embedded database, permissions.
 * @throws BadConfiguration on file systems such as exFAT and NTFS
 */
export function checkFileSystem(dir: string, { hasDatabase }: { hasDatabase: boolean }): void {
  const probe = fs.mkdtempSync(path.join(dir, '.probe-'));
  try {
    const lack = missingFeature(probe, hasDatabase);
    if (lack) throw new BadConfiguration(sentence(dir, lack, hasDatabase));
  } finally {
    fs.rmSync(probe, { recursive: true, force: true });
  }
}

function missingFeature(probe: string, hasDatabase: boolean): string | null {
  const [file, other] = [path.join(probe, 'a'), path.join(probe, 'b')];
  fs.writeFileSync(file, '');
  try {
    fs.linkSync(file, other);
  } catch (error) {
    return `has no links (${systemName(error)})`;
  }
  fs.chmodSync(probe, 0o700);
  return hasDatabase && (fs.statSync(probe).mode & 0o077) !== 0 ? 'keeps no permissions' : null;
}

const sentence = (dir: string, lack: string, hasDatabase: boolean) =>
  `DATA_DIR is "${dir}", on a file system that ${lack}, as exFAT and NTFS. Put it on ext4, XFS, Btrfs or ZFS${hasDatabase ? ', or set DATABASE_URL to a PostgreSQL elsewhere' : ''}.`;

/** @throws BadConfiguration where a finished file can't be renamed into its place: it is another disk, mount or link */
export async function checkFilesFolder(settings: Pick<Config, 'DATA_DIR' | 'FILES_DIR'>): Promise<void> {
  const folders = diskFolders(settings);
  const [incoming, { files }] = [incomingFolder(folders), folders];
  try {
    for (const folder of [incoming, files]) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    await checkRename(folders, `.probe-${randomBytes(6).toString('hex')}`);
  } catch (error) {
    const name = systemName(error);
    const apart = `${files} is another disk or mount than ${incoming}, and finished files are renamed from there`;
    throw new BadConfiguration(
      name !== 'EXDEV'
        ? `Files can't be stored in ${files} (${name ?? errorMessage(error)}).`
        : settings.FILES_DIR === undefined
          ? `${apart}. Set FILES_DIR=${shellQuoted(files)}, and before the start move what arrives there, too: mv ${shellQuoted(incoming)} ${shellQuoted(path.join(settings.DATA_DIR, 'storage-id'))} ${shellQuoted(files)}/`
          : `${apart}. Let ${incoming} be an ordinary folder.`,
    );
  }
}

export function ensureSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  if (!fs.existsSync(file)) createAtomically(file, randomBytes(48).toString('base64url'));
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new BadConfiguration(
      `${file} is damaged: it must hold at least 32 characters. Remove it to get a new one.`,
    );
  return secret;
}

/** Creates the file atomically; of two concurrent first starts one secret stays. */
function createAtomically(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, content, { mode: 0o600, flush: true });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft);
  }
}
