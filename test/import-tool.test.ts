import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/lib/server/ids';
import { operatorTool } from '@/testing/server/operator-tool';
import { ownDatabase } from '@/testing/service/own-database';
import { samples } from './import/sample';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-import-tool-'));
let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
  await own.db.account.create({ data: { id: newId(), login: 'nils' } });
});
afterAll(async () => {
  await own.remove();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const plik = path.join(samples, 'plik');
const source = ['plik', '--from', path.join(plik, 'plik.db'), '--files', path.join(plik, 'files')];

test('the import does what --all and --merge say', () => {
  const env = { ...process.env, DATABASE_URL: own.url, DATA_DIR: dataDir, CLEANUP_GRACE: '1 second' };
  const args = [...operatorTool('import'), ...source, '--owner', 'nils', '--dry-run', '--all', '--merge'];
  const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect(stdout).toContain('joins nils, whose password and rights stay');
  expect(stdout).not.toContain(': expired, it expired on');
}, 120_000);
