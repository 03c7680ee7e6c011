import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '@/testing/server/test-server';
import { newServer, signIn } from './servers';

const isRoot = process.getuid?.() === 0;
const nobody = 65534;
/** Other accounts can't run a clone below a private folder such as /root. */
const mayEnter = spawnSync('test', ['-r', import.meta.filename], { uid: nobody, gid: nobody }).status === 0;
const mayUnshare = spawnSync('unshare', ['--user', '--map-user=1000', 'true']).status === 0;

const spoil = (...command: string[]) => {
  const [file = '', ...args] = command;
  expect(spawnSync(file, args).status).toBe(0);
};

describe('a short DATA_DIR with a comma and a quote', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.make({ dataDir: 'a,b "c" d', env: { ADMIN_LOGIN: '' }, database: 'new' });
    fs.writeFileSync(path.join(server.home, '.env'), 'APP_NAME="Dock 7"\nADMIN_PASSWORD=from the file\n');
    await server.start();
  });
  afterAll(() => server.remove());

  test('works as any other', () => signIn(server));

  test('a .env in the working directory counts, and the real environment counts more', async () => {
    expect(server.process.output).toContain('Dock 7 is ready');
    await signIn(server); // with the password of the environment
  });

  test('the second start answers its first request in seconds', async () => {
    await server.stop();
    const began = Date.now();
    await server.start();
    expect((await fetch(`${server.url}/app/login`)).status).toBe(200);
    // Two where nothing else runs; a busy machine is slow, not wrong.
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  test('a data folder that chmod -R 777 has opened is closed again, and the server starts', async () => {
    await server.stop();
    spoil('chmod', '-R', '777', server.dataDir);
    await server.start();
    await signIn(server);
    const modeOf = (name: string) => (fs.statSync(path.join(server.dataDir, name)).mode & 0o777).toString(8);
    expect(['secret', 'postgres', 'postgres/data'].map(modeOf)).toEqual(['600', '700', '700']);
  });
});

test('DATA_DIR may be deeper than a socket’s path can be, and hold spaces and commas', async () => {
  const server = await newServer({ dataDir: `${'deep, deeper/'.repeat(12)}data` });
  await server.start();
  await expect(signIn(server)).resolves.toBeDefined();
  await server.restart();
  await expect(signIn(server)).resolves.toBeDefined();
});

describe.runIf(isRoot && mayEnter)('an ordinary account', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await (await TestServer.make({ uid: nobody })).start();
  });
  afterAll(() => server.remove());

  test('runs it', async () => {
    await signIn(server);
    expect(fs.statSync(path.join(server.dataDir, 'postgres/data')).uid).toBe(nobody);
  });

  test('refuses a DATA_DIR of another account with the chown to type, and no trace', async () => {
    await server.stop();
    for (const place of ['', 'secret', 'postgres'].map((name) => path.join(server.dataDir, name))) {
      spoil('chown', '-R', '0:0', place);
      const run = server.launch();
      expect(await run.exit).toEqual({ code: 1, signal: null });
      expect(run.output).toContain(
        `${place} belongs to the account with uid 0, and Slipway runs as ${nobody}.`,
      );
      expect(run.output).toContain(`chown -R ${nobody} ${server.dataDir}`);
      expect(run.output).not.toMatch(/^\s+at /m);
      spoil('chown', '-R', `${nobody}:${nobody}`, place);
    }
    await server.start();
    await signIn(server);
  });

  test('root may take over its DATA_DIR, and root’s database runs as another account', async () => {
    await server.stop();
    const roots = await newServer({ env: { DATA_DIR: server.dataDir } });
    await roots.start();
    await expect(signIn(roots)).resolves.toBeDefined();
  });
});

test.runIf(isRoot && mayEnter && mayUnshare)(
  'an account without a name runs it, as in a container with any uid',
  async () => {
    const uid = 54_321;
    const server = await newServer({ uid });
    await server.start();
    await signIn(server);
    await server.restart();
    expect(fs.statSync(path.join(server.dataDir, 'postgres/data')).uid).toBe(uid);
  },
);

test.runIf(isRoot && mayUnshare)('root runs it where no other account may enter, as in /root', async () => {
  const server = await newServer({ database: 'new' });
  fs.chmodSync(server.home, 0o700);
  await server.start();
  await signIn(server);
  await server.kill();
  await server.start();
  await signIn(server);
});
