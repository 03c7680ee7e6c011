import 'server-only';
import { type SpawnOptions, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { BadConfiguration } from '@/lib/server/config';

/** How a PostgreSQL program is started: PostgreSQL refuses to run as root, so root needs a stand-in. */
export type Runner = { command: string[]; options: SpawnOptions; owner: { uid: number; gid: number } | null };

const direct: Runner = { command: [], options: { cwd: '/' }, owner: null };

/**
 * Chooses who runs PostgreSQL on files below `dir`, the program being `program`.
 * Root hands it to `postgres` or `nobody`; where such an account can't reach the files (a clone in /root),
 * a user namespace makes root look like an ordinary user. The owner of an existing cluster keeps it.
 */
export function chooseRunner(dir: string, program: string): Runner {
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
 * How `initdb` is started, which asks for the name of its account and makes nothing where there is none, as in a container
 * with any uid. PostgreSQL itself asks for no name.
 */
export function makerOf(runner: Runner): Runner {
  const me = process.getuid?.();
  if (me === undefined || me === 0 || hasName(me)) return runner;
  const named = namespaceOf('65534');
  if (spawnSync(named[0] ?? '', [...named.slice(1), 'id', '-un'], { stdio: 'ignore' }).status === 0)
    return { ...runner, command: named };
  throw new BadConfiguration(
    `The account with uid ${me} has no name, without which PostgreSQL makes no database. Add it to /etc/passwd, start ` +
      'Slipway as an account that is there, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

function hasName(uid: number): boolean {
  try {
    return os.userInfo().uid === uid;
  } catch {
    return false;
  }
}

/** An existing cluster stays with its owner: one that root's namespace made looks like root's from here. */
function ownerOf(data: string): Runner[] | null {
  if (!fs.existsSync(data)) return null;
  const { uid, gid } = fs.statSync(data);
  return [uid === 0 ? asNamespace() : asAccount(uid, gid)];
}

function accounts(): Runner[] {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.map((line) => line.split(':'));
  return ['postgres', 'nobody']
    .flatMap((name) => fields.filter((entry) => entry[0] === name).slice(0, 1))
    .map(([, , uid, gid]) => asAccount(Number(uid), Number(gid)));
}

const asAccount = (uid: number, gid: number): Runner => ({
  command: [],
  options: { cwd: '/', uid, gid },
  owner: { uid, gid },
});

const asNamespace = (): Runner => ({
  ...direct,
  command: namespaceOf('1000'),
});

/** Looks like that account from within. */
const namespaceOf = (id: string): string[] => ['unshare', '--user', `--map-user=${id}`, `--map-group=${id}`];

/** Tries it for real, with the account's own rights: may it run the program and write below the folder? */
function canReach({ command, options, owner }: Runner, dir: string, program: string): boolean {
  const probe = `${dir}/.reach`;
  fs.mkdirSync(probe, { recursive: true, mode: 0o700 });
  // The folder is PostgreSQL's alone, and belongs to the user who runs it.
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
