// `npm run test:long -- same-release`: makes the release of the present commit twice, in folders, zones, languages, with
// masks and (run by root) accounts of their own, and compares them byte by byte.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';

type Maker = { home: string; umask: string; env: Record<string, string>; uid?: number };

const nobody = 65534;
const isRoot = process.getuid?.() === 0;
const makers: Maker[] = [
  { home: '/var/tmp/slipway-same-1', umask: '022', env: { TZ: 'UTC', LC_ALL: 'C' } },
  {
    home: '/var/tmp/slipway same 2/a longer folder',
    umask: '077',
    env: { TZ: 'Asia/Kolkata', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' },
    ...(isRoot && { uid: nobody }),
  },
];

const say = (line: string) => process.stdout.write(`${line}\n`);

async function make({ home, umask, env, uid }: Maker): Promise<string> {
  fs.rmSync(home, { recursive: true, force: true });
  const clone = path.join(home, 'slipway');
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone]);
  execFileSync('cp', ['-a', '--reflink=auto', 'node_modules', clone]);
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${uid}`, home]);
  const child = spawn('sh', ['-c', `umask ${umask} && exec node scripts/release.mjs ${process.arch}`], {
    cwd: clone,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH ?? '',
      HOME: home,
      npm_config_cache: path.join(home, 'npm'),
      ...env,
    },
    stdio: 'inherit',
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`No release was made in ${home}.`);
  return path.join(clone, 'release');
}

const sumOf = (file: string) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

function filesOf(folder: string): Map<string, string> {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    files.map((file) => {
      const stat = fs.lstatSync(file);
      const content = stat.isSymbolicLink() ? fs.readlinkSync(file) : sumOf(file);
      return [path.relative(folder, file), `${(stat.mode & 0o777).toString(8)} ${stat.mtimeMs} ${content}`];
    }),
  );
}

/** Names of what differs within two archives. */
function differencesOf(archives: [string, string]): string[] {
  const [one, other] = archives.map((archive, at) => {
    const folder = `/var/tmp/slipway-same-unpacked-${at}`;
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder);
    execFileSync('tar', ['-xpzf', archive, '-C', folder]);
    return filesOf(folder);
  }) as [Map<string, string>, Map<string, string>];
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
}

const folders: string[] = [];
for (const maker of makers) folders.push(await make(maker));
const [first = '', second = ''] = folders;
const names = [...new Set(folders.flatMap((folder) => fs.readdirSync(folder)))].sort();
const different = names.filter(
  (name) =>
    folders.some((folder) => !fs.existsSync(path.join(folder, name))) ||
    sumOf(path.join(first, name)) !== sumOf(path.join(second, name)),
);
for (const name of names)
  say(`${different.includes(name) ? '✗' : '✓'} ${name} ${sumOf(path.join(first, name))}`);
for (const name of different.filter((one) => one.endsWith('.tar.gz')))
  for (const file of differencesOf([path.join(first, name), path.join(second, name)])) say(`  ${file}`);
if (different.length > 0) process.exit(1);
for (const { home } of makers) fs.rmSync(home, { recursive: true, force: true });
