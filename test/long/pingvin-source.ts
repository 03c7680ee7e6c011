import { createCipheriv } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Random } from '../faults/lib/random';

/** A CommonJS module without named exports that Node could detect. */
const { Database } = createRequire(import.meta.url)(
  'node-sqlite3-wasm',
) as typeof import('node-sqlite3-wasm');

const sample = path.join(import.meta.dirname, '../fixtures/import/pingvin/data/pingvin-share.db');
const hash = '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHRzYWx0c2FsdA$c29tZWJvZHkncyBoYXNoIG9mIDMyIGJ5dGVz';
const [people, inboxes, began, ends] = [20, 10, Date.UTC(2026, 0, 1), Date.UTC(2035, 0, 1)];
const MiB = 1024 ** 2;

type Size = { shares: number; bytes: number };

/** Creates a Pingvin Share installation of about this size: one to four files per share, most of them small. */
export function makePingvin(folder: string, { shares, bytes }: Size): { files: number; bytes: number } {
  fs.mkdirSync(path.join(folder, 'uploads/shares'), { recursive: true });
  const file = path.join(folder, 'pingvin-share.db');
  fs.copyFileSync(sample, file);
  const db = new Database(file);
  const random = new Random(7);
  const insert = (table: string, row: Record<string, string | number | null>) =>
    db.run(
      `INSERT INTO "${table}" (${Object.keys(row).map((name) => `"${name}"`)}) VALUES (${Object.keys(row).map(() => '?')})`,
      Object.values(row),
    );
  db.exec('BEGIN');
  for (const table of ['File', 'ShareSecurity', 'Share', 'ReverseShare', 'OAuthUser', 'User'])
    db.exec(`DELETE FROM "${table}"`);
  for (let n = 0; n < people; n++) insert('User', userRow(n));
  for (let n = 0; n < inboxes; n++) insert('ReverseShare', reverseShareRow(n));
  const made = { files: 0, bytes: 0 };
  for (let n = 0; n < shares; n++) {
    const [share, ...more] = shareRows(n, random);
    insert('Share', share);
    for (const security of more) insert('ShareSecurity', security);
    for (const row of fileRows(n, random, bytes / shares)) {
      insert('File', row);
      writeBytes(path.join(folder, 'uploads/shares', row.shareId, row.id), Number(row.size), made.files++);
      made.bytes += Number(row.size);
    }
  }
  db.exec('COMMIT');
  db.close();
  return made;
}

const idOf = (kind: string, n: number) => `${kind}${String(n).padStart(7, '0')}`;

const userRow = (n: number) => ({
  id: idOf('user', n),
  createdAt: began + n,
  updatedAt: began,
  username: `person.${n}`,
  email: `person.${n}@example.org`,
  password: hash,
});

const reverseShareRow = (n: number) => ({
  id: idOf('reverse', n),
  createdAt: began + n,
  token: idOf('token', n),
  shareExpiration: ends,
  maxShareSize: '1000000',
  sendEmailNotification: 0,
  remainingUses: 3,
  creatorId: idOf('user', n),
});

function shareRows(n: number, random: Random) {
  const share = {
    id: idOf('share', n),
    createdAt: began + n * 1000,
    name: `Share ${n}`,
    uploadLocked: 1,
    views: random.below(50),
    expiration: random.chance(0.1) ? 0 : ends,
    description: random.chance(0.5) ? `About **${n}**` : null,
    creatorId: idOf('user', random.below(people)),
    reverseShareId: random.chance(0.2) ? idOf('reverse', random.below(inboxes)) : null,
  };
  if (!random.chance(0.2)) return [share] as const;
  const security = { id: idOf('security', n), shareId: share.id, password: hash, maxViews: 100 };
  return [share, security] as const;
}

function fileRows(n: number, random: Random, meanBytes: number) {
  const count = 1 + random.below(4);
  return Array.from({ length: count }, (_, m) => ({
    id: idOf(`file-${m}-`, n),
    createdAt: began + n * 1000 + m,
    name: `${m} ${random.chance(0.3) ? 'Gruß' : 'note'}.txt`,
    // Squares average a third, so many files are small.
    size: String(Math.floor(((3 * meanBytes) / 2.5) * random.next() ** 2)),
    shareId: idOf('share', n),
  }));
}

/** Pseudo-random bytes that differ per number. */
function writeBytes(file: string, sizeBytes: number, number: number): void {
  const start = Buffer.alloc(16);
  start.writeUInt32BE(number);
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, 3), start);
  const zeros = Buffer.alloc(MiB);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const handle = fs.openSync(file, 'w');
  for (let left = sizeBytes; left > 0; left -= MiB)
    fs.writeSync(handle, noise.update(zeros.subarray(0, Math.min(left, MiB))));
  fs.closeSync(handle);
}
