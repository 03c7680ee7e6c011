// A copy of the working tree under the temporary folder, to plant faults in: the tree itself stays as it is.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../step.mjs';

const madeHere = 'lib/server/db/generated';

/** @returns {string} the folder */
export function copyTree() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-mutants-'));
  fs.chmodSync(folder, 0o755); // the embedded database may run as somebody else
  for (const file of files()) {
    const from = path.join(root, file);
    if (!fs.existsSync(from)) continue; // deleted, and git doesn't know yet
    fs.cpSync(from, path.join(folder, file), { recursive: true });
  }
  fs.cpSync(path.join(root, madeHere), path.join(folder, madeHere), { recursive: true });
  fs.mkdirSync(path.join(root, '.cache'), { recursive: true }); // with the prepared database
  for (const shared of ['node_modules', '.cache'])
    fs.symlinkSync(path.join(root, shared), path.join(folder, shared));
  return folder;
}

function files() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter(Boolean);
}
