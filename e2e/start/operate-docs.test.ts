import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { call } from '@/lib/client/call/call';
import { session } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import type { TestServer } from '@/testing/server/test-server';
import { createShare, newServer, signIn } from './servers';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs the tools of this folder, as `npm run` in the server's own folder would. */
const npm = `npm() { node "${root}/scripts/$2.mjs" "\${@:4}"; }`;

const stepsOf = (page: string) => {
  const text = fs.readFileSync(path.join(root, `docs/operate/${page}.md`), 'utf8');
  return [...text.matchAll(/^ *```bash\n([\s\S]*?)^ *```$/gm)].map(([, code = '']) => code);
};

function inFolder({ home, port, url }: TestServer, steps: readonly string[]) {
  const { PATH = '' } = process.env;
  return spawnSync('bash', ['-c', ['set -eu', npm, ...steps].join('\n')], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH, HOME: home, NODE_ENV: 'production', SLIPWAY: url, PORT: String(port), LOG_LEVEL: 'warn' },
  });
}

/** Runs commands of a page in the server's folder. */
function run(server: TestServer, steps: readonly string[]): string {
  const { status, stdout, stderr } = inFolder(server, steps);
  expect({ steps: steps.length > 0, status, said: status === 0 ? '' : stdout + stderr }).toEqual({
    steps: true,
    status: 0,
    said: '',
  });
  return stdout;
}

test('the database, the disk and a release are looked at as their pages say', async () => {
  const server = await (await newServer()).start();
  await createShare(await signIn(server), 'Any');
  expect(run(server, stepsOf('psql'))).toMatch(/\b1\b[\s\S]*\(1 row\)/);
  expect(run(server, stepsOf('sizing'))).toContain('data');

  const name = 'slipway-0.1.0-linux-x64';
  fs.mkdirSync(path.join(server.home, name));
  fs.writeFileSync(path.join(server.home, name, 'bill-of-materials.cdx.json'), '{"bomFormat":"CycloneDX"}');
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: server.home });
  execFileSync('bash', ['-c', `sha256sum ${name}.tar.gz > SHA256SUMS`], { cwd: server.home });
  const verified = run(server, stepsOf('verify'));
  expect(verified).toContain(`${name}.tar.gz: OK`);
  expect(verified).toContain('CycloneDX');
});

test('a new AUTH_SECRET signs nobody out, and an incident everybody', async () => {
  const server = await (await newServer()).start();
  const as = await signIn(server);
  const [change = '', ask = ''] = stepsOf('secret');
  run(server, [change]);
  await server.restart();
  const { items } = await call(session.list, {}, as);
  expect(items).toHaveLength(1);
  expect(run(server, [ask])).toContain('✓ Secrets: Nothing stored needs AUTH_SECRET_OLD any more.');

  expect(run(server, stepsOf('incident'))).toContain('Sessions and access tokens ended: 1\n');
  await expect(call(session.list, {}, as)).rejects.toThrow();
  expect((await call(session.list, {}, await signIn(server))).items).toHaveLength(1);
});

test('after a change of the domain old links open, and passkeys of before are counted', async () => {
  const server = await (await newServer()).start();
  const as = await signIn(server);
  const id = await createShare(as, 'Any');
  const { id: linkId } = await call(share.publish, { params: { id }, body: { reuseId: false } }, as);
  const db = new pg.Client({ connectionString: server.databaseUrl });
  await db.connect();
  await db.query(`INSERT INTO "Passkey" ("id", "accountId", "credentialId", "rpId", "publicKey", "counter", "transports",
    "deviceType", "backedUp", "name") SELECT 'one', "id", 'one', 'files.example.org', '', 0, '{}', '', false, '' FROM "Account"`);
  await db.end();
  const [change = '', ask = ''] = stepsOf('domain');
  run(server, [change]);
  await server.restart();
  const open = await fetch(`${server.url}/app/open/${linkId}`, { headers: { host: 'files.example.org' } });
  expect(open.status).toBe(200);
  expect(inFolder(server, [ask]).stdout).toContain('1 of the passkeys were made for files.example.org');
});
