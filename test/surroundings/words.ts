import { spawnSync } from 'node:child_process';
import type { Family } from './lib/line';

const known = spawnSync('locale', ['-a'], { encoding: 'utf8' }).stdout ?? '';
const missing = (name: string) =>
  !known.includes(name.replace('UTF-8', 'utf8')) &&
  `there is no such locale; make it: localedef -i ${name.slice(0, 5)} -f UTF-8 ${name}`;

/** A first start creates the database, which must not use the host's locale. */
export const family: Family = {
  about: 'LANG and LC_ALL of the process',
  lines: () => [
    { name: 'unset', shell: 'unset LANG LC_ALL', isNew: true },
    ...['C', 'POSIX'].map((name) => ({ name, env: { LANG: name, LC_ALL: name }, isNew: true })),
    ...['tr_TR.UTF-8', 'de_DE.UTF-8', 'ja_JP.UTF-8'].map((name) => ({
      name,
      env: { LANG: name, LC_ALL: name },
      isNew: true,
      isShort: name.startsWith('tr'),
      skipped: missing(name),
    })),
  ],
};
