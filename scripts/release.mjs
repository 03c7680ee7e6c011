// `npm run release -- [x64] [arm64]`: makes release/slipway-VERSION-linux-ARCH.tar.gz with everything that runs, its bill of
// materials (CycloneDX), the list of what it serves, and SHA256SUMS: the same bytes for all who make it of one commit. Needs npm's registry for the programs of another machine's kind.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { missingWords } from './lib/missing-words.mjs';
import { servedList } from './lib/served.mjs';
import { fail, root, step } from './lib/step.mjs';
import { writeBill } from './release/bill.mjs';
import { putPrograms } from './release/programs.mjs';

// As Node says it, or as container engines do.
const named = process.argv.slice(2).map((kind) => (kind === 'amd64' ? 'x64' : kind));
const kinds = named.length > 0 ? named : ['x64', 'arm64'];
const folder = path.join(root, 'release');

try {
  const missing = missingWords();
  if (missing.size > 0)
    throw new Error(`Texts are missing in ${[...missing.keys()].join(', ')}: npm run words`);
  await ensureInstalled();
  const { version, builtAt } = await ensureBuilt();
  fs.rmSync(folder, { recursive: true, force: true });
  for (const kind of kinds) await makeRelease(`slipway-${version}-linux-${kind}`, kind, builtAt);
  fs.copyFileSync(servedList, path.join(folder, `slipway-${version}-served.sha256`));
  const names = fs.readdirSync(folder).sort();
  const sums = names.map((name) => `${sha256(path.join(folder, name))}  ${name}\n`);
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
  for (const name of names) process.stdout.write(`release/${name}, ${megabytes(name)} MB\n`);
} catch (error) {
  fail(error);
}

async function makeRelease(name, kind, builtAt) {
  const target = path.join(folder, name);
  const { putFiles } = await import('./release/files.mjs'); // by a package that a fresh clone has yet to install
  await putFiles(target);
  await putPrograms(target, kind);
  const bill = path.join(folder, `${name}.cdx.json`);
  writeBill(bill, { kind, builtAt });
  fs.copyFileSync(bill, path.join(target, 'bill-of-materials.cdx.json'));
  const time = new Date(builtAt).toISOString();
  const same = [
    '--format=gnu',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--hard-dereference',
    '--mode=u+rwX,go+rX,go-w',
    '--mtime',
    time,
  ];
  // Not by Node's gzip, whose bytes depend on the kind of machine.
  const packed = ['-I', 'gzip -n -6', '-cf', `${target}.tar.gz`];
  const env = { LC_ALL: 'C', TZ: 'UTC' };
  await step(`Packing ${name}`, 'tar', [...same, '-C', folder, ...packed, name], { env });
  execFileSync('rm', ['-rf', target]);
}

function sha256(file) {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

function megabytes(name) {
  return (fs.statSync(path.join(folder, name)).size / 1e6).toFixed(1);
}
