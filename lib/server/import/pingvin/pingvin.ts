import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';
import type { Item, Reading, Source } from '../source';
import { count, openSqlite, type Sqlite, text } from '../sqlite';
import type { Pingvin } from './installation';
import { readAccounts } from './pingvin-accounts';
import { readReverseShares } from './pingvin-reverse-shares';
import { readShare } from './pingvin-shares';

/**
 * Pingvin Share and Pingvin Share X, whose tables have a few more columns.
 * @param from its data folder, or the database in it
 * @param files where its files are, if not in `uploads/shares` of that folder
 */
export function openPingvin(from: string, files: string | null, { now, workFolder }: Reading): Source {
  const file = fs.statSync(from).isDirectory() ? path.join(from, 'pingvin-share.db') : from;
  if (!fs.existsSync(file))
    throw new BadConfiguration(`${file} doesn’t exist. Set --from to Pingvin’s data.`);
  const folder = files ?? path.join(path.dirname(file), 'uploads/shares');
  if (!fs.existsSync(folder))
    throw new BadConfiguration(`${folder} doesn’t exist. Set --files to the folder of Pingvin’s shares.`);
  const db = openSqlite(file, workFolder);
  checkTables(db);
  return {
    product: 'pingvin',
    address: text(
      db.all("SELECT value FROM Config WHERE category = 'general' AND name = 'appUrl'")[0]?.value,
    ),
    countOwnerless: () =>
      count(
        db.all(`SELECT count(*) AS n FROM Share WHERE creatorId IS NULL AND reverseShareId IS NULL
          AND uploadLocked AND removedReason IS NULL`)[0]?.n,
      ),
    items: () => items({ db, folder, now }),
    stamp: db.stamp,
    close: db.close,
  };
}

function checkTables(db: Sqlite): void {
  const known = db.all(
    "SELECT name FROM sqlite_master WHERE name IN ('User', 'Share', 'File', 'ShareSecurity', 'ReverseShare')",
  );
  if (known.length < 5)
    throw new BadConfiguration('This is not Pingvin Share’s database: its tables are missing.');
  if (db.hasColumn('Share', 'removedReason') && db.hasColumn('ReverseShare', 'remainingUses')) return;
  throw new BadConfiguration('This database is older than Pingvin Share 1.0. Start the last version once.');
}

function* items(pingvin: Pingvin): Generator<Item> {
  const { db } = pingvin;
  yield* readAccounts(db);
  yield* readReverseShares(pingvin);
  for (const row of db.each('SELECT * FROM Share ORDER BY createdAt, id')) yield* readShare(pingvin, row);
  yield* orphans(pingvin);
}

/** Folders that no row speaks of. */
function* orphans({ db, folder }: Pingvin): Generator<Item> {
  for (const oldId of fs.readdirSync(folder).sort()) {
    if (oldId.startsWith('.') || db.all('SELECT 1 FROM Share WHERE id = ?', [oldId]).length > 0) continue;
    yield { remark: { kind: 'file', oldId, reason: 'orphan', text: 'a folder without a share' } };
  }
}
