import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';
import { isOfDisk } from '../names';
import { type ImportSource, type SourceItem, type SourceOptions, unknownSchema } from '../source';
import { asNumber, asText, openSqlite, type Sqlite } from '../sqlite';
import type { PingvinInstallation } from './installation';
import { openPingvinBucket, readPingvinConfig } from './installation';
import { readAccounts } from './pingvin-accounts';
import { readReverseShares, readShare } from './pingvin-shares';

export type PingvinLocation = {
  from: string;
  files: string | null;
  config: string | null;
};

/**
 * Reads Pingvin Share and Pingvin Share X, which has some more columns.
 * @throws BadConfiguration when it is missing or too old
 */
export function openPingvin(
  { from, files, config }: PingvinLocation,
  { now, workFolder }: SourceOptions,
): ImportSource {
  const file = fs.statSync(from).isDirectory() ? path.join(from, 'pingvin-share.db') : from;
  if (!fs.existsSync(file))
    throw new BadConfiguration(`${file} doesn’t exist. Set --from to Pingvin’s data.`);
  const folder = files ?? path.join(path.dirname(file), 'uploads/shares');
  if (!fs.existsSync(folder))
    throw new BadConfiguration(`${folder} doesn’t exist. Set --files to the folder of Pingvin’s shares.`);
  const db = openSqlite(file, workFolder);
  checkTables(db);
  const setting = readPingvinConfig(db, config, path.dirname(file));
  let bucket: ReturnType<PingvinInstallation['bucket']> | null = null;
  return {
    product: 'pingvin',
    address: setting('general', 'appUrl'),
    countOwnerless: () =>
      asNumber(
        db.all(`SELECT count(*) AS n FROM Share WHERE creatorId IS NULL AND reverseShareId IS NULL
          AND uploadLocked AND removedReason IS NULL`)[0]?.n,
      ),
    items: () => items({ db, folder, now, bucket: () => (bucket ??= openPingvinBucket(setting)) }),
    stamp: db.stamp,
    close: db.close,
  };
}

function checkTables(db: Sqlite): void {
  const known = db.all(
    "SELECT name FROM sqlite_master WHERE name IN ('User', 'Share', 'File', 'ShareSecurity', 'ReverseShare', '_prisma_migrations')",
  );
  if (known.length < 6)
    throw new BadConfiguration('This is not Pingvin Share’s database: its tables are missing.');
  checkVersion(db);
  if (db.hasColumn('Share', 'removedReason') && db.hasColumn('ReverseShare', 'remainingUses')) return;
  throw new BadConfiguration('This database is older than Pingvin Share 1.0. Start the last version once.');
}

/** Schema of Pingvin Share X 2.0.0-beta.0. */
const newestMigration = '20260821000007_move_allow_admin_access_all_shares_to_security';

function checkVersion(db: Sqlite): void {
  const [row] = db.all('SELECT max(migration_name) AS newest FROM _prisma_migrations WHERE finished_at > 0');
  const newest = asText(row?.newest);
  if (newest > newestMigration) throw unknownSchema('Pingvin Share', newest, newestMigration);
}

async function* items(pingvin: PingvinInstallation): AsyncGenerator<SourceItem> {
  const { db } = pingvin;
  yield* readAccounts(db);
  yield* readReverseShares(pingvin);
  for (const row of db.each('SELECT * FROM Share ORDER BY createdAt, id')) yield* readShare(pingvin, row);
  yield* orphans(pingvin);
}

function* orphans({ db, folder }: PingvinInstallation): Generator<SourceItem> {
  for (const oldId of fs.readdirSync(folder).sort()) {
    if (oldId.startsWith('.') || isOfDisk(oldId)) continue;
    if (db.all('SELECT 1 FROM Share WHERE id = ?', [oldId]).length > 0) continue;
    yield { remark: { kind: 'file', oldId, reason: 'orphan', text: 'a folder without a share' } };
  }
}
