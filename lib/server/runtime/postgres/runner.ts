import 'server-only';
import { type SpawnOptions, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { BadConfiguration } from '@/lib/server/config';

/** PostgreSQL refuses to run as root. */
export type PostgresRunner = {
  command: string[];
  options: SpawnOptions;
  owner: { uid: number; gid: number } | null;
};

const direct: PostgresRunner = { command: [], options: { cwd: '/' }, owner: null };

/**
 * Chooses an account that can run `program` on files below `dir`. An existing cluster's owner keeps it; where none
 * can reach the files (a clone in /root), root uses a user namespace.
 */
export function chooseRunner(dir: string, program: string): PostgresRunner {
  if (process.getuid?.() !== 0) return direct;

  const candidates = ownerOf(`${dir}/data`) ?? [...accounts(), asNamespace()];
  const fits = candidates.find((runner) => canReach(runner, dir, program));
  if (fits) return fits;
  throw new BadConfiguration(
    `PostgreSQL may not run as root, and no other account ("postgres", "nobody") can reach ${dir} and ${program}. ` +
      'Start Slipway as an ordinary user, put it where other accounts may enter (such as /opt or /srv), or set DATABASE_URL.',
  );
}

/**
 * Gives the account a name for `initdb`, which fails without one, as in a container with an arbitrary uid. PostgreSQL
 * itself needs none.
 */
export function initdbRunner(runner: PostgresRunner, dir: string): PostgresRunner {
  const me = process.getuid?.();
  if (me === undefined || me === 0 || hasName(me)) return runner;
  const library = nameLibrary();
  if (library) return { ...runner, command: withName(library, me, dir) };
  const named = namespaceOf('65534');
  if (spawnSync(named[0] ?? '', [...named.slice(1), 'id', '-un'], { stdio: 'ignore' }).status === 0)
    return { ...runner, command: named };
  throw new BadConfiguration(
    `The account with uid ${me} has no name, without which PostgreSQL makes no database. Add it to /etc/passwd, ` +
      'install libnss-wrapper, start Slipway as an account that is there, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** Debian's libnss-wrapper, which our image has: engines of containers mostly forbid user namespaces. */
function nameLibrary(): string | undefined {
  const folders = ['/usr/lib', ...['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu`)];
  return folders.map((folder) => `${folder}/libnss_wrapper.so`).find((file) => fs.existsSync(file));
}

function withName(library: string, uid: number, dir: string): string[] {
  const [accounts, groups] = [`${dir}/passwd`, `${dir}/group`];
  const gid = process.getgid?.() ?? uid;
  fs.writeFileSync(accounts, `slipway:x:${uid}:${gid}::/:/bin/false\n`);
  fs.writeFileSync(groups, `slipway:x:${gid}:\n`);
  return ['env', `LD_PRELOAD=${library}`, `NSS_WRAPPER_PASSWD=${accounts}`, `NSS_WRAPPER_GROUP=${groups}`];
}

function hasName(uid: number): boolean {
  try {
    return os.userInfo().uid === uid;
  } catch {
    return false;
  }
}

/** A cluster made in root's namespace belongs to root from outside. */
function ownerOf(data: string): PostgresRunner[] | null {
  if (!fs.existsSync(data)) return null;
  const { uid, gid } = fs.statSync(data);
  return [uid === 0 ? asNamespace() : asAccount(uid, gid)];
}

function accounts(): PostgresRunner[] {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.map((line) => line.split(':'));
  return ['postgres', 'nobody']
    .flatMap((name) => fields.filter((entry) => entry[0] === name).slice(0, 1))
    .map(([, , uid, gid]) => asAccount(Number(uid), Number(gid)));
}

const asAccount = (uid: number, gid: number): PostgresRunner => ({
  command: [],
  options: { cwd: '/', uid, gid },
  owner: { uid, gid },
});

const asNamespace = (): PostgresRunner => ({
  ...direct,
  command: namespaceOf('1000'),
});

const namespaceOf = (id: string): string[] => ['unshare', '--user', `--map-user=${id}`, `--map-group=${id}`];

function canReach({ command, options, owner }: PostgresRunner, dir: string, program: string): boolean {
  const probe = `${dir}/.reach`;
  fs.mkdirSync(probe, { recursive: true, mode: 0o700 });
  // The folder is for PostgreSQL only and belongs to the account that runs it.
  for (const folder of [dir, probe]) fs.chownSync(folder, owner?.uid ?? 0, owner?.gid ?? 0);
  const [file = '/bin/sh', ...args] = [
    ...command,
    '/bin/sh',
    '-c',
    'test -x "$1" && : > "$2/x"',
    'sh',
    program,
    probe,
  ];
  const { status } = spawnSync(file, args, { ...options, stdio: 'ignore' });
  fs.rmSync(probe, { recursive: true, force: true });
  return status === 0;
}
