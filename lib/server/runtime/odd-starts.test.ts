import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { config } from '@/lib/server/config';
import { connectTo, disconnect } from '@/lib/server/db/client';
import { executeDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { newId } from '@/lib/server/ids';
import { testBucket } from '@/lib/server/storage/s3/self-test';
import { databaseSocket } from '@/testing/service/database-socket';
import { ownDatabase } from '@/testing/service/own-database';
import { administer } from '@/testing/service/template-database';
import { connectionsPerProcess } from './connection-limit';
import { checkFileSystem } from './data-dir';
import { prepareCluster } from './postgres/cluster';
import { sharedMemory } from './postgres/launch';
import { waitForBucket } from './wait-for-bucket';
import { waitForDatabase } from './wait-for-database';

const folder = () => {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-odd-'));
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
};
afterEach(() => void vi.restoreAllMocks());

/** Mounts a real file system of this kind. Null without its programs, root's rights or a free loop device. */
function mountFileSystem(make: string, mount: string): string | null {
  const [image, at] = [path.join(folder(), 'image'), folder()];
  try {
    execFileSync('truncate', ['-s', '64M', image]);
    const [program = '', ...flags] = make.split(' ');
    execFileSync(program, [...flags, image], { stdio: 'ignore' });
    const device = execFileSync('losetup', ['-f', '--show', image], { encoding: 'utf8' }).trim();
    onTestFinished(() => void execFileSync('losetup', ['-d', device]));
    execFileSync(mount, [device, at], { stdio: 'ignore' });
    onTestFinished(() => void execFileSync('umount', [at]));
    return at;
  } catch {
    return null;
  }
}

function folderLacking(lack: string): string {
  const place = folder();
  if (lack.includes('links')) {
    vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM', errno: -1 });
    });
  } else {
    const { chmodSync } = fs;
    vi.spyOn(fs, 'chmodSync').mockImplementation((file) => chmodSync(file, 0o777));
  }
  return place;
}

test.each([
  ['exFAT', 'mkfs.exfat', 'mount.exfat-fuse', 'has no links (EPERM)'],
  ['NTFS', 'mkntfs -Q -F', 'ntfs-3g', 'keeps no permissions'],
])('a DATA_DIR on %s is refused with what to do', (_, make, mount, lack) => {
  const place = mountFileSystem(make, mount) ?? folderLacking(lack);
  const check = () => checkFileSystem(place, { hasDatabase: true });
  expect(check).toThrow(
    `DATA_DIR is "${place}", on a file system that ${lack}, as exFAT and NTFS. Put it on ext4, XFS, Btrfs or ZFS, or set DATABASE_URL to a PostgreSQL elsewhere.`,
  );
  expect(fs.readdirSync(place).filter((name) => name.startsWith('.probe'))).toEqual([]);
});

test('a usual file system has all that is needed', () => {
  expect(() => checkFileSystem(folder(), { hasDatabase: true })).not.toThrow();
});

test.each([
  ['empty', (file: string) => fs.writeFileSync(file, ''), 'has 0 bytes'],
  ['missing', (file: string) => fs.rmSync(file), 'is missing'],
])(
  'a database whose pg_control is %s is said to be damaged at once, with the way out',
  async (_, damage, words) => {
    const dir = folder();
    fs.mkdirSync(path.join(dir, 'data/global'), { recursive: true });
    const file = path.join(dir, 'data/global/pg_control');
    fs.writeFileSync(file, Buffer.alloc(8192));
    damage(file);
    await expect(prepareCluster(dir, dir)).rejects.toThrow(
      `The embedded PostgreSQL is damaged: ${file} ${words}. Look whether the disk is full or failing, and restore a backup: node scripts/restore.mjs FILE --replace`,
    );
  },
);

test('where /dev/shm has hardly any room, shared memory lies beside the data', () => {
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...fs.statfsSync('/tmp'), blocks: 16, bsize: 4096 });
  expect(sharedMemory('/tmp')).toEqual({ dynamic_shared_memory_type: 'mmap' });
});

test('a console that answers with its page in place of a bucket’s service is told from one', async () => {
  const pages = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html').end('<!doctype html><title>MinIO Console</title>');
  });
  await once(pages.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void pages.close());
  const { port } = pages.address() as net.AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const settings = {
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'k',
    secretAccessKey: 's',
    prefix: '',
  };
  expect(await testBucket({ ...settings, endpoint, forcePathStyle: true })).toBe(
    `S3_ENDPOINT is ${endpoint}, but a web page answers there and no S3 service. The console of MinIO has another port (often 9001) than the service (often 9000).`,
  );
});

async function closedProxy() {
  const url = config().DATABASE_URL ?? '';
  const server = net.createServer((client) => {
    const database = databaseSocket(new URL(url));
    client.pipe(database).pipe(client);
    for (const socket of [client, database]) socket.on('error', () => undefined);
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) =>
      server.listen(port, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port)),
    );
  const port = await listen(0);
  await new Promise((resolve) => server.close(resolve));
  onTestFinished(() => void server.close());
  return { url: `postgresql://postgres@127.0.0.1:${port}${new URL(url).pathname}`, open: () => listen(port) };
}

test('a database that comes later is waited for, which is said once', async () => {
  const { url, open } = await closedProxy();
  const said: string[] = [];
  const waiting = waitForDatabase(url, (line) => void said.push(line), { patienceMs: 20_000, pauseMs: 10 });
  await expect
    .poll(() => said)
    .toEqual([expect.stringMatching(/^Waiting up to a minute for the database \(.*ECONNREFUSED/)]);
  await open();
  await waiting;
  expect(said).toHaveLength(1);
});

test('a bucket’s service that comes later is waited for, too, and one that never comes for a while', async () => {
  const { url, open } = await closedProxy();
  const endpoint = `http://127.0.0.1:${new URL(url).port}`;
  const said: string[] = [];
  const wait = (patienceMs: number) =>
    waitForBucket({ endpoint, region: 'us-east-1' }, (line) => void said.push(line), {
      patienceMs,
      pauseMs: 10,
    });
  await wait(30);
  expect(said).toEqual([`Waiting up to a minute for the bucket (nobody answers at ${endpoint})`]);
  let isOver = false;
  const waiting = wait(20_000).then(() => {
    isOver = true;
  });
  await expect.poll(() => said).toHaveLength(2);
  expect(isOver).toBe(false);
  await open();
  await waiting;
  await wait(20_000);
  expect(said).toHaveLength(2);
});

test('a database that never starts, or refuses the connection, is reported in its own words', async () => {
  const { url } = await closedProxy();
  const brief = { patienceMs: 30, pauseMs: 10 };
  await expect(waitForDatabase(url, () => undefined, brief)).rejects.toThrow(
    /^DATABASE_URL must lead to a PostgreSQL that lets us in, but it says: .*ECONNREFUSED/,
  );
  const said: string[] = [];
  const missing = new URL(config().DATABASE_URL ?? '');
  missing.pathname = '/not-there';
  await expect(waitForDatabase(missing.href, (line) => void said.push(line))).rejects.toThrow(
    /it says: 3D000: database "not-there" does not exist$/,
  );
  expect(said).toEqual([]);
});

async function limitedRole(limit: number) {
  const own = await ownDatabase();
  const server = config().DATABASE_URL ?? '';
  const role = `limited_${newId().toLowerCase()}`;
  const database = new URL(own.url).pathname.slice(1);
  await administer(server, `CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${limit}`);
  await administer(own.url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  await administer(server, `GRANT ALL ON DATABASE ${database} TO ${role}`);
  onTestFinished(async () => {
    await own.remove();
    await administer(server, `DROP ROLE ${role}`);
  });
  const url = new URL(own.url);
  url.username = role;
  return { url: url.href, role };
}

test.each([10, 20])(
  'a role with a limit of %d connections serves many at once, and the operator hears of it',
  async (limit) => {
    const { url, role } = await limitedRole(limit);
    const said: string[] = [];
    const each = await connectionsPerProcess(url, (sentence) => void said.push(sentence));
    expect(said).toEqual([
      expect.stringMatching(
        `^PostgreSQL allows the role "${role}" ${limit} connections at once. .* CONNECTION LIMIT 40$`,
      ),
    ]);
    const processes = [connectTo(url, each), connectTo(url, each)];
    const all = processes.flatMap((db) =>
      Array.from({ length: 20 }, (_, n) => [
        db.setting.create({ data: { key: newId(), value: n } }),
        db.$transaction(async (tx) => tx.setting.create({ data: { key: newId(), value: n } })),
        executeDirect(db, Prisma.sql`UPDATE "Setting" SET "value" = '1' WHERE "key" = 'none'`),
      ]).flat(),
    );
    await Promise.all(all);
    await Promise.all(processes.map(disconnect));
  },
);

test('a setting of the database that is too low is refused with both numbers and the statement that changes it', async () => {
  const { url, role } = await limitedRole(9);
  await expect(connectionsPerProcess(url, () => undefined)).rejects.toThrow(
    `PostgreSQL allows the role "${role}" 9 connections at once, and a node of Slipway needs 10 at least. As an administrator run: ALTER ROLE "${role}" CONNECTION LIMIT 40`,
  );
});
