import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import type { Family } from './lib/line';

const nobody = 65534;
const nameless = 54_321;
const isRoot = process.getuid?.() === 0;
const needsRoot = !isRoot && 'only root may change accounts';
const run = (file: string, ...args: string[]) => spawnSync(file, args);

export const family: Family = {
  about: 'the host: rights, folders, accounts',
  lines: () => [
    { name: 'umask 000', shell: 'umask 000' },
    { name: 'umask 077', shell: 'umask 077' },
    { name: 'DATA_DIR opened by chmod -R 777', between: ({ dataDir }) => run('chmod', '-R', '777', dataDir) },
    { name: 'DATA_DIR with blanks and umlauts', dataDir: 'Ablage für alle/日本 data' },
    {
      name: 'DATA_DIR behind a symlink',
      before: ({ home, dataDir }) => {
        fs.mkdirSync(`${home}/real`, { mode: 0o711 });
        fs.symlinkSync(`${home}/real`, dataDir);
      },
    },
    { name: 'HOME unset', shell: 'unset HOME' },
    { name: 'HOME that isn’t there', env: { HOME: '/proc/nowhere' } },
    { name: 'ulimit -n 256', shell: 'ulimit -n 256' },
    { name: 'an ordinary account', uid: nobody, skipped: needsRoot },
    { name: 'a uid without a name', uid: nameless, skipped: needsRoot },
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
  ],
};
