import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { call } from '@/lib/client/call/call';
import { doctor } from '@/lib/contract/admin/doctor';
import { serverSettings } from '@/lib/contract/admin/server-settings';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { info } from '@/lib/contract/info';
import type { SettingName } from '@/lib/domain/server-settings';
import { ServerProcess } from '@/testing/server/server-process';
import type { TestServer } from '@/testing/server/test-server';
import { type AdminCaller, createShare, newServer, signIn } from './servers';
import { twoNodes } from './two-nodes';

const nameAt = async ({ url }: TestServer) => (await call(info.appConfig, {}, { base: url })).appName;
/** Answered by the process that owns the port. */
async function limitAt({ url }: TestServer, { headers }: AdminCaller, shareId: string) {
  const path = fillPath(bytePaths.uploads, { id: shareId });
  const answer = await fetch(url + path, {
    method: 'OPTIONS',
    headers: { ...headers, 'tus-resumable': '1.0.0' },
  });
  return Number(answer.headers.get('tus-max-size'));
}

const save = (caller: AdminCaller, name: SettingName, value: string | null, version = 0) =>
  call(serverSettings.change, { body: { changes: [{ name, value, version }] } }, caller);

async function command(server: TestServer, ...words: string[]) {
  const run = new ServerProcess({
    command: [path.resolve('scripts/settings.mjs'), ...words],
    cwd: server.home,
    env: { DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' },
  });
  const { code } = await run.exit;
  return { code, output: run.output };
}

test('settings an admin saves count on all nodes and in both processes, and survive restarts', async () => {
  const { nodes, remove } = await twoNodes();
  onTestFinished(remove);
  const [here, there] = nodes;
  const as = await signIn(here);
  const shareId = await createShare(as, 'Any');
  await save(as, 'APP_NAME', 'Files of Corp');
  expect(await nameAt(here)).toBe('Files of Corp');
  await save(as, 'MAX_SIZE', '2G');
  await expect.poll(() => nameAt(there)).toBe('Files of Corp');
  for (const node of nodes) await expect.poll(() => limitAt(node, as, shareId)).toBe(2 * 1024 ** 3);
  await there.stop();
  await there.start();
  expect([await nameAt(there), await limitAt(there, as, shareId)]).toEqual(['Files of Corp', 2 * 1024 ** 3]);
});

test('a stored value that is wrong never stops the start; the doctor names it, and the command takes it back', async () => {
  const server = await (await newServer()).start();
  const as = await signIn(server);
  const shareId = await createShare(as, 'Any');
  await save(as, 'APP_NAME', 'Files of Corp');
  await save(as, 'MAX_SIZE', '2G');
  const db = new pg.Client({ connectionString: server.databaseUrl });
  await db.connect();
  await db.query(`UPDATE "Setting" SET "value" = '"much"' WHERE "key" = 'MAX_SIZE'`);
  await db.end();
  await server.stop();
  await server.start();
  expect(await nameAt(server)).toBe('Files of Corp');
  const { findings } = await call(doctor.examine, {}, await signIn(server));
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'settings', outcome: 'failure', values: { names: 'MAX_SIZE' } }),
  );

  expect((await command(server, 'list')).output).toContain('MAX_SIZE=much  (wrong, not used)');
  expect(await command(server, 'unset', 'MAX_SIZE')).toMatchObject({ code: 0 });
  expect(await command(server, 'set', 'MAX_SIZE', 'more')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Largest share: must be a size'),
  });
  expect(await command(server, 'set', 'MAX_SIZE', '3G')).toMatchObject({ code: 0 });
  await expect.poll(() => limitAt(server, as, shareId)).toBe(3 * 1024 ** 3);
  expect((await command(server, 'set', 'AUTH_SECRET', 'x')).code).toBe(2);
});
