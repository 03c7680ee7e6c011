import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-account-'));
let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(async () => {
  await own.remove();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

function account(...args: string[]) {
  const env = {
    ...process.env,
    DATABASE_URL: own.url,
    DATA_DIR: dataDir,
    BASE_URL: 'https://files.example.org',
  };
  const program = ['--conditions=react-server', '--import', 'tsx', 'scripts/account.ts', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { env, encoding: 'utf8' });
  return { status, last: stdout.trim().split('\n').at(-1) ?? '', stderr };
}

test('an operator gets a link for a new password, and is told of a login that is none', async () => {
  const { viewer } = await userContext({ db: own.db });
  expect(account('reset', viewer.login)).toMatchObject({
    status: 0,
    last: expect.stringMatching(/^https:\/\/files\.example\.org\/app\/reset#\w{43}$/),
  });
  const unknown = account('disable', `no-${viewer.login}`);
  expect(unknown).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('This account doesn’t exist.'),
  });
}, 120_000);
