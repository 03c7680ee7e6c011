import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import type { Family, Line } from './lib/line';

const nobody = 65534;
const nameless = 54_321;
const isRoot = process.getuid?.() === 0;
const needsRoot = !isRoot && 'only root may change accounts';
const run = (file: string, ...args: string[]) => void spawnSync(file, args);
const mayMount =
  isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
const needsMounts = !mayMount && 'this account may not mount';

const withMounts = (commands: string) => ({
  skipped: needsMounts,
  wrapper: ['unshare', '--mount', '/bin/sh', '-c', `${commands} && exec "$@"`, 'sh'],
});
const withoutMemory =
  'mount -t tmpfs -o mode=755 none /dev && mknod -m 666 /dev/null c 1 3 && mknod -m 666 /dev/zero c 1 5 && ' +
  'mknod -m 666 /dev/random c 1 8 && mknod -m 666 /dev/urandom c 1 9 && mount -o remount,ro /dev';
const readOnlyTmp = 'mount -t tmpfs -o ro none /tmp';

export const family: Family = {
  about: 'umask, DATA_DIR, HOME, limits, mounts, accounts',
  lines: (): Line[] => [
    { name: 'umask 000', shell: 'umask 000', isNew: true },
    { name: 'umask 077', shell: 'umask 077', isNew: true },
    { name: 'DATA_DIR opened by chmod -R 777', between: ({ dataDir }) => run('chmod', '-R', '777', dataDir) },
    { name: 'DATA_DIR with blanks and umlauts', dataDir: 'Ablage für alle/日本 data', isNew: true },
    {
      name: 'DATA_DIR behind a symlink',
      isNew: true,
      before: ({ home, dataDir }) => {
        fs.mkdirSync(`${home}/real`, { mode: 0o711 });
        fs.symlinkSync(`${home}/real`, dataDir);
      },
    },
    {
      name: 'DATA_DIR on tmpfs',
      skipped: needsMounts,
      isNew: true,
      before: ({ dataDir }) => {
        fs.mkdirSync(dataDir);
        run('mount', '-t', 'tmpfs', '-o', 'mode=711', 'none', dataDir);
      },
      after: ({ dataDir }) => run('umount', '--lazy', dataDir),
    },
    {
      name: 'DATA_DIR’s database of another account',
      uid: nobody,
      skipped: needsRoot,
      before: ({ dataDir }) => {
        fs.mkdirSync(`${dataDir}/postgres`, { recursive: true });
        fs.chownSync(dataDir, nobody, nobody);
      },
      refused: `belongs to the account with uid 0, and Slipway runs as ${nobody}`,
    },
    { name: 'HOME unset', shell: 'unset HOME' },
    { name: 'HOME that may not be written', env: { HOME: '/proc' } },
    { name: 'ulimit -n 256', shell: 'ulimit -n 256' },
    { name: 'no /dev/shm', isNew: true, ...withMounts(withoutMemory) },
    { name: 'no /dev/shm any more, as in another container', ...withMounts(withoutMemory) },
    {
      name: '/tmp that may not be written',
      refused: 'Nothing can be made in /tmp (EROFS)',
      ...withMounts(readOnlyTmp),
    },
    {
      name: 'the same, and a TMPDIR of its own',
      isShort: true,
      ...withMounts(readOnlyTmp),
      shell: 'mkdir -p "$HOME/tmp" && export TMPDIR="$HOME/tmp"',
    },
    { name: 'root', isNew: true, skipped: needsRoot },
    { name: 'an ordinary account', isNew: true, ...(isRoot && { uid: nobody }) },
    { name: 'a uid without a name', uid: nameless, isNew: true, skipped: needsRoot },
  ],
};
