// `npm run migration -- what-changes`: writes what prisma/schema.prisma says and no migration makes yet, as SQL.
// Without a name, as in `npm run check`: fails where there is such a difference.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@/lib/server/runtime/postgres/server';

const [name] = process.argv.slice(2);
const compare = ['--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma'];

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-migration-'));
fs.chmodSync(dir, 0o711);
const postgres = await startPostgres(path.join(dir, 'postgres'), path.join(dir, 'socket'));
process.exitCode = name ? write(name) : prisma('migrate', 'diff', ...compare, '--exit-code');
await postgres.stop();
fs.rmSync(dir, { recursive: true, force: true });

function write(what: string): number {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = `prisma/migrations/${stamp}_${what.toLowerCase().replace(/\W+/g, '_')}`;
  const file = path.join(dir, 'migration.sql');
  const failed = prisma('migrate', 'diff', ...compare, '--script', '--output', file);
  if (failed) return failed;
  const sql = fs.readFileSync(file, 'utf8');
  if (!/^[A-Z]/m.test(sql)) {
    process.stdout.write('The migrations make all of the schema already.\n');
    return 1;
  }
  fs.mkdirSync(folder);
  fs.writeFileSync(`${folder}/migration.sql`, sql);
  process.stdout.write(`${folder}/migration.sql is written. Read it before you commit it.\n`);
  return prisma('generate');
}

function prisma(...args: string[]): number {
  const env = { ...process.env, DATABASE_URL: postgres.url };
  return spawnSync('node_modules/.bin/prisma', args, { stdio: 'inherit', env }).status ?? 1;
}
