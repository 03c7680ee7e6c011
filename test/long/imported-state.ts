import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestServer } from '@/testing/server/test-server';

const queries = [
  `SELECT "login", "source", "state", "passwordHash", "email", "admin", "createdAt", "maxBytes"
   FROM "Account" WHERE "login" <> 'admin' ORDER BY "login"`,
  // Leaves out the validity, which depends on the time of the import.
  `SELECT a."id", a."name", a."enabled", a."createdAt", o."login"
   FROM "Alias" a JOIN "Account" o ON o."id" = a."ownerId" ORDER BY a."id"`,
  `SELECT p."linkId", p."enabled", p."views", p."publishedAt", p."publishUntil", s."name", s."description",
     s."validityMs", s."maxViews", s."passwordHash", s."aliasId", s."createdAt", s."notifiedAt", s."fileCount",
     s."sizeBytes", o."login"
   FROM "Share" s LEFT JOIN "Publication" p ON p."shareId" = s."id" JOIN "Account" o ON o."id" = s."ownerId"
   ORDER BY p."linkId"`,
  `SELECT f."id", f."path", f."name", f."mimeType", f."sizeBytes", f."storedBytes", f."sha256", f."crc32", f."state",
     f."createdAt", p."linkId"
   FROM "File" f JOIN "Publication" p ON p."shareId" = f."shareId" ORDER BY f."id"`,
  `SELECT "product", "kind", "oldId", "linkId" FROM "Imported" ORDER BY "product", "kind", "oldId"`,
  `SELECT "fileId" FROM "Removal" ORDER BY "fileId"`,
];

type State = { rows: string[][]; stored: string[] };

/** @throws when a file's bytes differ from its row */
export async function stateOf(server: TestServer): Promise<State> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const rows: string[][] = [];
    for (const sql of queries) rows.push((await client.query(sql)).rows.map((row) => JSON.stringify(row)));
    return { rows, stored: await readStored(path.join(server.dataDir, 'files'), rows[3] ?? []) };
  } finally {
    await client.end();
  }
}

/** Reads all stored files, and checks each against its row's checksum. */
async function readStored(folder: string, rows: string[]): Promise<string[]> {
  const sums = new Map(rows.map((row) => JSON.parse(row)).map(({ id, sha256 }) => [id, sha256]));
  const names = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile());
  const stored: string[] = [];
  for (const { parentPath, name } of names) {
    const file = path.join(parentPath, name);
    stored.push(path.relative(folder, file));
    if (sums.has(name) && (await sha256(file)) !== sums.get(name)) throw new Error(`${name} has other bytes`);
    sums.delete(name);
  }
  if (sums.size > 0) throw new Error(`${sums.size} files have no bytes`);
  return stored.sort();
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of fs.createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(piece);
  return hash.digest('hex');
}

/** Describes what only one of two states has. Returns null when they are equal. */
export function difference(one: State, other: State): string | null {
  for (const [mine, theirs] of [...one.rows, one.stored].map(
    (lines, n) => [lines, [...other.rows, other.stored][n] ?? []] as const,
  )) {
    const [left, right] = [new Set(mine), new Set(theirs)];
    const odd =
      mine.find((line) => !right.has(line)) ??
      theirs.find((line) => !left.has(line)) ??
      (mine.length === theirs.length ? null : `${mine.length} and ${theirs.length} lines`);
    if (odd) return odd;
  }
  return null;
}
