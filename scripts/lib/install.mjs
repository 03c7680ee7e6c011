// Installs the dependencies when they are missing or belong to another lock file.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root, step } from './step.mjs';

const stamp = path.join(root, 'node_modules/.slipway-lock');
const lockHash = () =>
  createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');

export async function ensureInstalled() {
  const hash = lockHash();
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return;
  await step('Installing dependencies', 'npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
  ]);
  fs.writeFileSync(stamp, hash);
}
