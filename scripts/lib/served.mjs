// Lists what a server hands out as it was built: scripts, styles, fonts, workers, the command (docs/operate/verify.md).
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './step.mjs';

export const servedList = path.join(root, 'public/served.sha256');

/** Writes SHA-256 and path of each, for `sha256sum -c` in a folder of what was fetched. */
export function writeServedList({ version, commit }) {
  const files = [...filesIn('.next/static', '_next/static'), ...filesIn('public', '')]
    .filter(({ served }) => !served.endsWith('.br') && served !== path.basename(servedList))
    .sort((a, b) => (a.served < b.served ? -1 : 1));
  const lines = files.map(({ file, served }) => `${sha256(file)}  ${served}\n`);
  fs.writeFileSync(servedList, `# slipway ${version} ${commit}\n${lines.join('')}`);
}

function filesIn(folder, prefix) {
  const full = path.join(root, folder);
  return fs
    .readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return { file, served: path.join(prefix, path.relative(full, file)) };
    });
}

const sha256 = (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');
