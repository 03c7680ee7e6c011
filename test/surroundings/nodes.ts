import { spawnSync } from 'node:child_process';
import type { Family } from './lib/line';
import { newFolder, removeFolder } from './lib/started';

/** The oldest supported version and those with long-term support. */
const versions = ['20.19.0', '20', '22', '24', '26'];
const tooOld = '18';
const short = '24';
let folder = '';

/** @returns the program that npm downloads, or null */
function fetchNode(version: string): string | null {
  const prefix = `${folder}/${version}`;
  const fetched = spawnSync('npm', [
    'install',
    '--prefix',
    prefix,
    '--no-audit',
    '--no-fund',
    `node@${version}`,
  ]);
  return fetched.status === 0 ? `${prefix}/node_modules/node/bin/node` : null;
}

export const family: Family = {
  about: 'versions of Node, from the package `node`',
  lines: (isShort) => {
    folder = newFolder('nodes');
    return (isShort ? [short] : [...versions, tooOld]).map((version) => {
      const node = fetchNode(version);
      return {
        name: `Node ${node ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim() : version}`,
        skipped: !node && 'npm did not fetch it',
        isShort: version === short,
        ...(node && { node }),
        ...(version === tooOld && { refused: 'Slipway needs Node 20.19 or newer' }),
      };
    });
  },
  close: async () => removeFolder(folder),
};
