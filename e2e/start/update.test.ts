import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { type EmbeddedPostgres, startPostgres } from '@/lib/server/runtime/postgres/server';
import { runTool } from '@/test/faults/lib/backup-tools';
import { offsetOf, sendRest } from '@/test/faults/lib/plain-client';
import { beforeBaseline, loadEarlier } from '@/testing/service/earlier-database';
import { type AdminCaller, nameOf, newServer, signIn } from './servers';

type EarlierShare = { shareId: string; linkId: string; fileId: string; uploadId: string };

const ids: Record<'database' | 'backup', EarlierShare> = JSON.parse(
  fs.readFileSync(`${beforeBaseline}/ids.json`, 'utf8'),
);

/** The file of which 2,500 bytes had arrived. */
const whole = Buffer.from(Array.from({ length: 6_000 }, (_, n) => n % 251));

async function bytesAt(path: string, { base, headers }: AdminCaller): Promise<Buffer> {
  const answer = await fetch(base + path, { headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The share, its link and its file are there, and the upload goes on from `offset`. */
async function expectAll(
  caller: AdminCaller,
  { shareId, linkId, fileId, uploadId }: EarlierShare,
  offset: number,
) {
  expect(await nameOf(caller, shareId)).toBe('Kept by the update');
  expect((await fetch(`${caller.base}/app/open/${linkId}`)).status).toBe(200);
  const kept = fillPath(bytePaths.ownFile, { id: shareId, fileId });
  expect((await bytesAt(kept, caller)).toString()).toBe('Kept by the update.\n');
  const upload = `${fillPath(bytePaths.uploads, { id: shareId })}/${uploadId}`;
  expect(await offsetOf(caller, upload)).toBe(offset);
  await sendRest(caller, upload, offset, whole.subarray(offset));
  expect(await bytesAt(fillPath(bytePaths.ownFile, { id: shareId, fileId: uploadId }), caller)).toEqual(
    whole,
  );
}

let postgres: EmbeddedPostgres;
let dir: string;

beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-pg-'));
  fs.chmodSync(dir, 0o711);
  postgres = await startPostgres(path.join(dir, 'postgres'), path.join(dir, 'socket'));
});

afterAll(async () => {
  await postgres.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('an installation of before the baseline loses nothing, and an upload that had begun goes on', async () => {
  await loadEarlier(postgres.url);
  const server = await newServer({ env: { DATABASE_URL: postgres.url } });
  fs.mkdirSync(server.dataDir, { recursive: true, mode: 0o700 });
  execFileSync('tar', [
    '-xzf',
    path.resolve(beforeBaseline, 'data.tar.gz'),
    '-C',
    server.dataDir,
    '--no-same-owner',
  ]);
  await server.start();
  await expectAll(await signIn(server), ids.database, 2_500);
});

test('a backup of before the baseline is restored', async () => {
  const server = await newServer({ database: 'new' });
  const file = path.join(server.home, 'backup.tar');
  fs.writeFileSync(file, zlib.gunzipSync(fs.readFileSync(`${beforeBaseline}/backup.tar.gz`)));
  const { code, output } = await runTool(server, 'restore', file);
  expect(output).toContain('verified');
  expect(code).toBe(0);
  await server.start();
  await expectAll(await signIn(server), ids.backup, 0);
});
