// One hash over everything that a build is made of.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './step.mjs';

const sources = [
  'app',
  'components',
  'lib',
  'messages',
  'prisma/schema.prisma',
  'public',
  'scripts/bundle.mjs',
  'scripts/bundle-pdf.mjs',
  'scripts/bundle-cli.mjs',
  'scripts/bundle-worker.mjs',
  'scripts/lib/served.mjs',
  'scripts/lib/settle.mjs',
  'scripts/backup.ts',
  'scripts/account.ts',
  'scripts/doctor.ts',
  'scripts/import.ts',
  'scripts/restore.ts',
  'scripts/settings.ts',
  'scripts/storage.ts',
  'scripts/storage',
  'scripts/tools',
];
const settings = [
  'package-lock.json',
  'next.config.ts',
  'instrumentation.ts',
  'postcss.config.mjs',
  'tsconfig.json',
];
const skipped =
  /^(lib\/server\/db\/generated|public\/pdf|public\/cli(\.sha256)?|public\/(worker|disk-worker|early|early-old|early-visit)\.js|public\/served\.sha256)$|\.test\.tsx?$/;

export function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [...sources, ...settings].flatMap(filesIn)) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @returns {string[]} in a fixed order */
function filesIn(name) {
  const file = path.join(root, name);
  if (skipped.test(name) || !fs.existsSync(file)) return [];
  if (!fs.statSync(file).isDirectory()) return [name];
  return fs
    .readdirSync(file)
    .sort()
    .flatMap((entry) => filesIn(`${name}/${entry}`));
}
