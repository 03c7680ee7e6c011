import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration, type Config } from '@/lib/server/config';

type Settings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'AUTH_SECRET' | 'STORAGE'>;

/** Rights that a place loses, as the digits of a mode. */
const allBut600 = 0o177;
const allBut700 = 0o077;
const ofOthers = 0o007;
const othersMayWrite = 0o002;

/**
 * Sets right who may enter what is ours, which volume drivers, NAS boxes and `chmod -R 777` open to everybody.
 * @param warn is told, in a sentence each, what stays open and doesn't keep us from starting
 * @throws BadConfiguration for what does, with the command that mends it
 */
export function closeToOthers(settings: Settings, warn: (sentence: string) => void): void {
  const at = (name: string) => path.join(settings.DATA_DIR, name);
  const files = settings.STORAGE === 'disk' ? [at('incoming'), at('files')] : [];
  const secret = settings.AUTH_SECRET ? [] : [at('secret')];
  for (const place of [...files, ...secret]) checkUsable(place);
  // The folder may hold what isn't ours, and an empty volume often is somebody else's: no more is asked of it.
  close(settings.DATA_DIR, othersMayWrite);
  for (const place of files) close(place, ofOthers);
  for (const complaint of secret.map((place) => close(place, allBut600))) if (complaint) warn(complaint);
  if (settings.DATABASE_URL) return;
  checkOwn(at('postgres'));
  for (const name of ['postgres', 'postgres/data']) {
    const complaint = close(at(name), allBut700);
    if (complaint) throw new BadConfiguration(complaint); // PostgreSQL would end with a riddle in its log
  }
}

function checkUsable(place: string): void {
  const stats = fs.statSync(place, { throwIfNoEntry: false });
  if (!stats) return;
  const { R_OK, W_OK, X_OK } = fs.constants;
  try {
    fs.accessSync(place, stats.isDirectory() ? R_OK | W_OK | X_OK : R_OK);
  } catch {
    throw notOurs(place, stats.uid);
  }
}

/** PostgreSQL wants to own its folder; root takes whatever account owns it. */
function checkOwn(folder: string): void {
  const owner = fs.statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || me() === 0 || owner === me()) return;
  throw notOurs(folder, owner);
}

const notOurs = (place: string, owner: number) =>
  new BadConfiguration(
    `${place} belongs to the account with uid ${owner}, and Slipway runs as ${me()}. Start it as that account, or as ` +
      `root give all of it to this one: chown -R ${me()} ${quoted(path.dirname(place))}`,
  );

const me = () => process.geteuid?.() ?? 0;

/** Takes rights from a place that is there. @returns a sentence when that can't be done */
function close(place: string, rights: number): string | null {
  const mode = modeOf(place);
  if ((mode & rights) === 0) return null;
  const closed = mode & ~rights;
  const open = `${place} is open to other accounts (mode ${octal(mode)})`;
  try {
    fs.chmodSync(place, closed);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `${open}, and this account may not change that (${code}). As its owner or root run: chmod ${octal(closed)} ${quoted(place)}`;
  }
  if ((modeOf(place) & rights) === 0) return null;
  return `${open}, and stays so after chmod ${octal(closed)}: its file system keeps no rights. Let DATA_DIR lie on one that does.`;
}

const modeOf = (place: string): number => (fs.statSync(place, { throwIfNoEntry: false })?.mode ?? 0) & 0o7777;

const octal = (mode: number): string => mode.toString(8).padStart(3, '0');

/** As a shell takes it. */
const quoted = (place: string): string =>
  /^[\w@%+=:,./-]+$/.test(place) ? place : `'${place.replaceAll("'", String.raw`'\''`)}'`;
