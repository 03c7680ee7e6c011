// Fails when prisma/schema.prisma says something that no migration makes.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@/lib/server/runtime/postgres/server';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-drift-'));
fs.chmodSync(dir, 0o711);
const postgres = await startPostgres(path.join(dir, 'postgres'), path.join(dir, 'socket'));
const compare = ['--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma'];
const { status } = spawnSync('node_modules/.bin/prisma', ['migrate', 'diff', ...compare, '--exit-code'], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: postgres.url },
});
await postgres.stop();
fs.rmSync(dir, { recursive: true, force: true });
process.exitCode = status ?? 1;
