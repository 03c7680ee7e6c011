// `npm run test:long -- release`: makes a release and runs it as an ordinary account, without npm, without a network and
// with a /tmp that nothing runs from (long-programs.mjs): start, files, backup, the next version beside it, which is
// killed once, and the way back.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { someone } from '../../scripts/lib/someone.mjs';
import { ServerProcess } from '../../testing/server/server-process';
import { freePort } from '../../testing/server/test-server';

const password = 'the admin of the release';
/** Fifteen seconds where nothing else runs; a busy machine is slow, not wrong. */
const mostMs = 60_000;
const nobody = 65534;
const home = fs.mkdtempSync('/var/tmp/slipway-release-');
const current = path.join(home, 'current');
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const programs = path.join(home, 'bin');
const env = {
  PATH: programs,
  PORT: String(port),
  BASE_URL: url,
  ADMIN_PASSWORD: password,
  RATE_LIMITS: 'off',
};

function check(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`Not so: ${sentence}`);
  process.stdout.write(`✓ ${sentence}\n`);
}

function switchTo(version: string): void {
  fs.rmSync(current, { force: true });
  fs.symlinkSync(version, current);
}

const run = (script: string, ...args: string[]) =>
  new ServerProcess({ command: [path.join(current, script), ...args], cwd: current, env, uid: nobody });

async function start(): Promise<{ server: ServerProcess; ms: number }> {
  const began = Date.now();
  const server = run('start.mjs');
  await server.says('is ready');
  await (await fetch(`${url}/app/login`)).text();
  return { server, ms: Date.now() - began };
}

async function stop(server: ServerProcess): Promise<number> {
  const began = Date.now();
  server.signal('SIGTERM');
  const { code } = await server.exit;
  if (code !== 0) throw new Error(`It ended with ${code}:\n${server.output}`);
  return Date.now() - began;
}

/** Unpacks the release as this version, which has a migration more and a script less than the one before. */
function unpack(archive: string, version: string, isLater: boolean): void {
  const folder = path.join(home, version);
  fs.mkdirSync(folder);
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', folder]);
  if (!isLater) return;
  const migration = path.join(folder, 'prisma/migrations/29990101000000_later');
  fs.mkdirSync(migration);
  fs.writeFileSync(path.join(migration, 'migration.sql'), 'SELECT 1;\n');
  const chunks = path.join(folder, '.next/static/chunks');
  for (const name of fs.readdirSync(chunks).filter((_, at) => at % 2 === 0))
    fs.rmSync(path.join(chunks, name));
}

async function scriptsOf(page: string): Promise<string[]> {
  const html = await (await fetch(url + page)).text();
  return [...new Set(html.match(/\/_next\/static\/[\w./-]+/g) ?? [])];
}

async function release(): Promise<void> {
  execFileSync(process.execPath, ['scripts/release.mjs', process.arch], { stdio: 'inherit' });
  const name = fs.readdirSync('release').find((file) => file.endsWith('.tar.gz')) ?? '';
  const mb = fs.statSync(`release/${name}`).size / 1e6;
  unpack(`release/${name}`, '1', false);
  unpack(`release/${name}`, '2', true);
  const unpackedMb = Number(
    execFileSync('du', ['-sm', path.join(home, '1')], { encoding: 'utf8' }).split('\t')[0],
  );
  process.stdout.write(`${name}: ${mb.toFixed(0)} MB packed, ${unpackedMb} MB unpacked\n`);
  fs.mkdirSync(programs);
  for (const program of ['cat', 'id', 'unshare', 'tar'])
    fs.symlinkSync(`/usr/bin/${program}`, path.join(programs, program));
  fs.chownSync(home, nobody, nobody);

  switchTo('1');
  let { server, ms } = await start();
  check(ms <= mostMs, `the first page of a first start comes after ${ms} ms, offline and without npm`);
  const admin = await someone(url, password);
  const files = await admin.sendFiles();
  const scripts = await scriptsOf('/app/login');
  const backup = run('scripts/backup.mjs', path.join(home, 'backup.tar'));
  check((await backup.exit).code === 0, 'a backup is made');
  check(fs.existsSync(path.join(home, 'data/secret')), 'data lies beside the versions');
  const stopMs = await stop(server);
  check(stopMs <= 10_000, `it stops within ${stopMs} ms`);

  switchTo('2');
  const killed = run('start.mjs');
  await killed.says('Starting the embedded PostgreSQL');
  killed.kill('all');
  await killed.exit;
  ({ server, ms } = await start());
  await admin.checkKept(files, 'after the update');
  const answers = await Promise.all(scripts.map(async (script) => (await fetch(url + script)).status));
  const gone = scripts.filter(
    (script) => !fs.existsSync(path.join(home, '2/.next', script.replace('/_next', ''))),
  );
  check(
    scripts.length > 5 && gone.length > 0,
    `the open page has ${scripts.length} scripts, ${gone.length} of which the next version lacks`,
  );
  check(
    answers.every((status) => status === 200),
    'the next version has them all',
  );
  await stop(server);

  switchTo('1');
  const back = run('start.mjs');
  check(
    (await back.exit).code === 1 && /newer/.test(back.output),
    `going back is refused: ${back.output.trim()}`,
  );
  const restored = run('scripts/restore.mjs', path.join(home, 'backup.tar'), '--replace');
  check((await restored.exit).code === 0, 'the backup of before the update is restored');
  ({ server, ms } = await start());
  await (await someone(url, password)).checkKept(files, 'after going back');
  check(true, `the version before runs again, after ${ms} ms`);
  await stop(server);
}

try {
  await release();
} finally {
  fs.rmSync(home, { recursive: true, force: true });
}
