import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newServer, signIn } from './servers';

const isRoot = process.getuid?.() === 0;
const nobody = 65534;
/** A clone where no other account may enter, as in /root, can't be run by one. */
const mayEnter = spawnSync('test', ['-r', import.meta.filename], { uid: nobody, gid: nobody }).status === 0;
const mayUnshare = spawnSync('unshare', ['--user', '--map-user=1000', 'true']).status === 0;

test('the second start answers its first request in seconds', async () => {
  const server = await newServer();
  await server.start();
  await server.stop();
  const began = Date.now();
  await server.start();
  expect((await fetch(`${server.url}/app/login`)).status).toBe(200);
  // Two where nothing else runs; a busy machine is slow, not wrong.
  expect(Date.now() - began).toBeLessThan(20_000);
});

test('DATA_DIR may be deeper than a socket’s path can be, and hold spaces and commas', async () => {
  const server = await newServer({ dataDir: `${'deep, deeper/'.repeat(12)}data` });
  await server.start();
  await signIn(server);
  await server.restart();
  await signIn(server);
});

test('a short DATA_DIR with a comma and a quote works as well', async () => {
  const server = await newServer({ dataDir: 'a,b "c" d' });
  await server.start();
  await signIn(server);
});

test.runIf(isRoot && mayEnter)('an ordinary account runs it', async () => {
  const server = await newServer({ uid: nobody });
  await server.start();
  await signIn(server);
  expect(fs.statSync(path.join(server.dataDir, 'postgres/data')).uid).toBe(nobody);
});

test.runIf(isRoot && mayEnter)(
  'root’s database runs as another account, and root may take over anybody’s DATA_DIR',
  async () => {
    const server = await newServer({ uid: nobody });
    await server.start();
    await server.stop();
    const roots = await newServer({ env: { DATA_DIR: server.dataDir } });
    await roots.start();
    await signIn(roots);
  },
);

test.runIf(isRoot && mayUnshare)('root runs it where no other account may enter, as in /root', async () => {
  const server = await newServer();
  fs.chmodSync(server.home, 0o700);
  await server.start();
  await signIn(server);
  await server.kill();
  await server.start();
  await signIn(server);
});

test('a .env in the working directory counts, and the real environment counts more', async () => {
  const server = await newServer({ env: { ADMIN_LOGIN: '' } });
  fs.writeFileSync(path.join(server.home, '.env'), 'APP_NAME="Dock 7"\nADMIN_PASSWORD=from the file\n');
  await server.start();
  expect(server.process.output).toContain('Dock 7 is ready');
  await signIn(server); // with the password of the environment
});
