import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerNode } from '@/lib/server/services/doctor/node-registration';
import { operatorTool } from '@/testing/server/operator-tool';
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

const account = (...args: string[]) => run(['account', ...args], { BASE_URL: 'https://files.example.org' });

function run([tool = '', ...args]: string[], settings: Record<string, string> = {}) {
  const { BASE_URL: _, ...rest } = process.env;
  const env = { ...rest, DATABASE_URL: own.url, DATA_DIR: dataDir, ...settings };
  const program = [...operatorTool(tool), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { env, encoding: 'utf8' });
  return { status, stdout, last: stdout.trim().split('\n').at(-1) ?? '', stderr };
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

test('an operator makes an account and lists all, and gets a link with the address of the node that runs', async () => {
  const login = `new-${randomUUID()}`.slice(0, 20);
  const before = run(['account', 'create', login]);
  expect(before).toMatchObject({ status: 0, last: expect.stringMatching(/^\/app\/reset#\w{43}$/) });
  expect(before.stderr).toContain('The address of this server is unknown here');
  expect(account('create', login)).toMatchObject({ status: 1 });
  expect(account('create', 'Not a login').stderr).toContain('login');
  expect(account('list').stdout).toContain(`${login}\tActive\tuser\tintern\t-\n`);

  const { config, ...ctx } = await userContext({ db: own.db });
  await registerNode({ ...ctx, config: { ...config, BASE_URL: 'https://node.example.org' } }, 'one');
  expect(run(['account', 'reset', login]).last).toMatch(/^https:\/\/node\.example\.org\/app\/reset#/);
}, 120_000);

test('a size without a unit is asked about, and what was set is printed', () => {
  const asked = run(['settings', 'set', 'MAX_SIZE', '12']);
  expect(asked).toMatchObject({ status: 2, stderr: expect.stringContaining('MAX_SIZE would be 12B.') });
  expect(run(['settings', 'get', 'MAX_SIZE']).last).toMatch(/\(default\)$/);
  expect(run(['settings', 'set', 'MAX_SIZE', '12', '--yes']).last).toBe('MAX_SIZE=12  (set)');
  expect(run(['settings', 'set', 'MAX_SIZE', '12G']).last).toBe('MAX_SIZE=12G  (set)');
}, 120_000);
