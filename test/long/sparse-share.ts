import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { call } from '@/lib/client/call/call';
import { auth } from '@/lib/contract/auth';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { admin, type TestServer } from '@/testing/server/test-server';

const zeros = Buffer.alloc(1024 * 1024);
type Headers = Record<string, string>;

export async function signedIn(server: TestServer): Promise<Headers> {
  const body = { account: admin.login, password: admin.password };
  const { token } = await call(auth.login, { body }, { base: server.url });
  return { [headerNames.auth]: token ?? '' };
}

export async function sparseShare(server: TestServer, headers: Headers, sizes: number[]): Promise<string> {
  const properties = { validity: 3_600_000, maxViews: 1000 };
  const { id } = await call(share.create, { body: properties }, { base: server.url, headers });
  const files = sizes.map((sizeBytes, n) => ({ id: `${id.slice(0, 20)}-${n}`, sizeBytes, n }));
  const database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
  await database.query('SET session_replication_role = replica'); // triggers would take minutes
  await database.query(
    `INSERT INTO "File" (id, "shareId", path, name, "sizeBytes", "storedBytes", "mimeType", crc32, state)
     SELECT f.id, $1, 'disk ' || n % 100, 'image-' || n || '.bin', size, size, 'application/octet-stream', crc, 'complete'
     FROM unnest($2::text[], $3::int[], $4::bigint[], $5::text[]) AS f (id, n, size, crc)`,
    [
      id,
      files.map((file) => file.id),
      files.map(({ n }) => n),
      files.map(({ sizeBytes }) => sizeBytes),
      files.map(({ sizeBytes }) => crcOfZeros(sizeBytes)),
    ],
  );
  await database.query('UPDATE "Share" SET "fileCount" = $2, "sizeBytes" = $3 WHERE id = $1', [
    id,
    sizes.length,
    sizes.reduce((sum, size) => sum + size, 0),
  ]);
  await database.query('ANALYZE "File"');
  await database.end();
  for (const { id: fileId, sizeBytes } of files) {
    const file = path.join(server.dataDir, 'files', fileId.slice(-2).toLowerCase(), fileId);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '');
    fs.truncateSync(file, sizeBytes);
  }
  return id;
}

const known = new Map<number, string>();

function crcOfZeros(sizeBytes: number): string {
  let crc = 0;
  if (known.has(sizeBytes)) return known.get(sizeBytes) ?? '';
  for (let left = sizeBytes; left > 0; left -= zeros.length) crc = crc32(zeros.subarray(0, left), crc);
  known.set(sizeBytes, crc.toString(16).padStart(8, '0'));
  return crcOfZeros(sizeBytes);
}

export const zipPath = (id: string): string => fillPath(bytePaths.ownZip, { id });

export async function saveArchive(server: TestServer, headers: Headers, id: string, name: string) {
  const began = performance.now();
  const answer = await fetch(server.url + zipPath(id), { headers });
  if (answer.status !== 200 || !answer.body) throw new Error(`Answered ${answer.status}.`);
  const file = path.join(server.dataDir, name);
  const target = fs.openSync(file, 'w');
  let firstByteMs = 0;
  let at = 0;
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
    firstByteMs ||= performance.now() - began;
    if (zeros.compare(part, 0, part.length, 0, part.length) !== 0)
      fs.writeSync(target, part, 0, part.length, at);
    at += part.length;
  }
  fs.ftruncateSync(target, at);
  fs.closeSync(target);
  if (at !== Number(answer.headers.get('content-length')))
    throw new Error(`${at} bytes are not what was promised.`);
  return { file, sizeBytes: at, firstByteMs };
}
