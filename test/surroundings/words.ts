import { spawnSync } from 'node:child_process';
import type { Family } from './lib/line';

const known = spawnSync('locale', ['-a'], { encoding: 'utf8' }).stdout ?? '';
const missing = (name: string) =>
  !known.includes(name.replace('UTF-8', 'utf8')) && `this machine has no locale ${name}`;

export const family: Family = {
  about: 'the locale of the process',
  lines: () => [
    { name: 'LANG and LC_ALL unset', shell: 'unset LANG LC_ALL' },
    ...['C', 'POSIX'].map((name) => ({ name, env: { LANG: name, LC_ALL: name } })),
    ...['tr_TR.UTF-8', 'de_DE.UTF-8', 'ja_JP.UTF-8'].map((name) => ({
      name,
      env: { LANG: name, LC_ALL: name },
      skipped: missing(name),
    })),
  ],
};
