import 'server-only';
import { isTimeZone } from '@/lib/domain/time/time-zone';
import { parseDuration } from '@/lib/domain/units';
import { BadConfiguration } from '@/lib/server/config';
import type { Item, Source } from '../source';
import { instantIn } from '../zones';
import { openStores } from './chunk-stores';
import type { Sharry } from './installation';
import { readAccounts } from './sharry-accounts';
import { readAliases } from './sharry-aliases';
import { databaseUrl, readSharryConfig, storesOf } from './sharry-config';
import { openSharryDatabase } from './sharry-database';
import { readShares } from './sharry-shares';

export type SharryPlace = {
  /** `postgres://…`, where the configuration's isn't the one to read. */
  from: string | null;
  /** Where the folders of its file store are now. */
  files: string | null;
  config: string | null;
  /** That of the machine which it ran on: its times have none. */
  zone: string | null;
  variables: Record<string, string | undefined>;
};

/** Its own default: 14 days. */
const inviteMs = 1_209_600_000;

/** Sharry with its rows in PostgreSQL or MariaDB and its bytes there, in folders, or in both. */
export async function openSharry({ from, files, config, zone, variables }: SharryPlace): Promise<Source> {
  if (zone !== null && !isTimeZone(zone))
    throw new BadConfiguration(`--zone ${zone} is no time zone, such as Europe/Berlin.`);
  const settings = readSharryConfig(config, variables);
  const configured = storesOf(settings);
  const url = from ?? databaseUrl(settings);
  const db = await openSharryDatabase(url);
  const fromStores = new Map<string, number>();
  const sharry: Sharry = {
    db,
    ...(await openStores(db, configured, files)),
    fromStores,
    inviteMs: parseDuration(settings.text('backend.signup.invite-time') ?? '') ?? inviteMs,
    instant: (shown) => instantIn(zone ?? 'UTC', shown),
  };
  return {
    product: 'sharry',
    address: settings.text('base-url'),
    countOwnerless: () => 0,
    items: () => items(sharry),
    stamp: () => stampOf(url),
    close: db.close,
  };
}

/** Of the database as it is now, rather than as it was when the import began. */
async function stampOf(url: string): Promise<string> {
  const db = await openSharryDatabase(url);
  try {
    const [row] = await db.rows<{ stamp: string }>(`
      SELECT concat_ws(' ', (SELECT count(*) FROM share), (SELECT count(*) FROM alias_),
        (SELECT count(*) FROM account_), (SELECT concat(count(*), '/', sum(real_size)) FROM share_file),
        (SELECT concat(count(*), '/', sum(views), '/', sum(CASE WHEN enabled THEN 1 ELSE 0 END)) FROM publish_share)) AS stamp`);
    return row?.stamp ?? '';
  } finally {
    await db.close();
  }
}

async function* items(sharry: Sharry): AsyncGenerator<Item> {
  sharry.fromStores.clear();
  yield* readAccounts(sharry);
  yield* readAliases(sharry);
  yield* readShares(sharry);
  yield* readOrphans(sharry);
  const [first, ...others] = sharry.stores;
  for (const { name } of others) {
    const count = sharry.fromStores.get(name) ?? 0;
    if (count === 0) continue;
    const text = `${count} files are not in ${first?.name}, but in ${name}`;
    yield { remark: { kind: 'file', oldId: '*', text } };
  }
}

/** What no share speaks of: Sharry leaves such behind when a share is deleted while it is uploaded to. */
async function* readOrphans({ db }: Sharry): AsyncGenerator<Item> {
  const metas = await db.rows<{ file_id: string }>(
    `SELECT file_id FROM filemeta m
     WHERE NOT EXISTS (SELECT 1 FROM share_file f WHERE f.file_id = m.file_id) ORDER BY file_id`,
  );
  for (const { file_id: oldId } of metas)
    yield { remark: { kind: 'file', oldId, reason: 'orphan', text: 'a file without a share' } };
  if (!db.hasTable('filechunk')) return;
  const chunks = await db.rows<{ file_id: string }>(
    `SELECT DISTINCT file_id FROM filechunk c
     WHERE NOT EXISTS (SELECT 1 FROM filemeta m WHERE m.file_id = c.file_id) ORDER BY file_id`,
  );
  for (const { file_id: oldId } of chunks)
    yield { remark: { kind: 'file', oldId, reason: 'orphan', text: 'chunks without a file' } };
}
