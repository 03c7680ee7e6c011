// A share of as many files as wished, written as uploads would have: making them by upload takes longer than all else.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import type { Product } from './product';

export async function manyFiles(ours: Product, count: number, sizeBytes: number): Promise<string> {
  const id = await ours.newShare();
  const content = Buffer.alloc(sizeBytes, 'slipway');
  const db = new pg.Client({ connectionString: ours.server.databaseUrl });
  await db.connect();
  // The triggers would sum up row by row.
  await db.query('SET session_replication_role = replica');
  await db.query(
    `INSERT INTO "File" (id, "shareId", path, name, "sizeBytes", "storedBytes", "mimeType", crc32, sha256, state, "completedAt")
     SELECT $1 || '-' || n, $1, 'folder ' || n / 500, 'picture ' || n || '.jpg', $2, $2, 'image/jpeg', $3, $5, 'complete', now()
     FROM generate_series(1, $4::int) n`,
    [
      id,
      sizeBytes,
      crc32(content).toString(16).padStart(8, '0'),
      count,
      createHash('sha256').update(content).digest('hex'),
    ],
  );
  await db.query('UPDATE "Share" SET "fileCount" = $2, "sizeBytes" = $3 WHERE id = $1', [
    id,
    count,
    count * sizeBytes,
  ]);
  await db.query('VACUUM ANALYZE "File"');
  await db.end();
  for (let n = 1; n <= count; n++) {
    const fileId = `${id}-${n}`;
    const folder = path.join(ours.server.dataDir, 'files', fileId.slice(-2).toLowerCase());
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, fileId), content);
  }
  return id;
}
