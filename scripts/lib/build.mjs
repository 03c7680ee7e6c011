// Builds when there is no build of exactly these sources.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root, step, tool } from './step.mjs';

const stampFile = path.join(root, 'dist/build.json');
const sources = ['app', 'components', 'lib', 'messages', 'prisma', 'public', 'scripts/lib'];
const singles = [
  'scripts/bundle.mjs',
  'scripts/bundle-pdf.mjs',
  'package-lock.json',
  'next.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
];
const made = [path.join(root, 'lib/server/db/generated'), path.join(root, 'public/pdf')];

/** @returns {Promise<{ version: string, commit: string, builtAt: number }>} */
export async function ensureBuilt() {
  const fingerprint = fingerprintOf();
  const stamp = fs.existsSync(stampFile) ? JSON.parse(fs.readFileSync(stampFile, 'utf8')) : null;
  if (stamp?.fingerprint === fingerprint) return stamp;

  fs.rmSync(stampFile, { force: true });
  await step('Preparing the database client', ...tool('prisma', 'generate'));
  await step('Building the PDF viewer', process.execPath, ['scripts/bundle-pdf.mjs']);
  await step('Building the pages', ...tool('next', 'build'), { env: { NODE_ENV: 'production' } });
  await step('Building the server', process.execPath, ['scripts/bundle.mjs']);
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const next = { fingerprint, version, commit: commit(), builtAt: Date.now() };
  fs.writeFileSync(stampFile, JSON.stringify(next));
  return next;
}

function fingerprintOf() {
  const hash = createHash('sha256');
  const add = (file) =>
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0');
  const walk = (folder) => {
    for (const entry of fs
      .readdirSync(folder, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = path.join(folder, entry.name);
      if (made.includes(file)) continue;
      if (entry.isDirectory()) walk(file);
      else add(file);
    }
  };
  for (const folder of sources) if (fs.existsSync(path.join(root, folder))) walk(path.join(root, folder));
  for (const file of singles) add(path.join(root, file));
  return hash.digest('hex');
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
