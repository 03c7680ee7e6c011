import 'server-only';
import { isTimeZone } from '@/lib/domain/time/time-zone';
import { parseDuration } from '@/lib/domain/units';
import { BadConfiguration } from '@/lib/server/config';
import type { ImportSource, SourceItem } from '../source';
import { openStores } from './chunk-stores';
import type { EnvVariables } from './hocon';
import type { SharryInstallation } from './installation';
import { readAccounts } from './sharry-accounts';
import { databaseUrl, readSharryConfig, storesOf } from './sharry-config';
import { instantIn, openSharryDatabase } from './sharry-database';
import { readAliases, readShares } from './sharry-shares';

export type SharryLocation = {
  from: string | null;
  files: string | null;
  config: string | null;
  /** The time zone of the machine that Sharry ran on, because its times have none. */
  zone: string | null;
  variables: EnvVariables;
};

/** Sharry's default: 14 days. */
const inviteMs = 1_209_600_000;

/** Reads Sharry's rows from PostgreSQL or MariaDB, and bytes from its database, folders or buckets. */
export async function openSharry({
  from,
  files,
  config,
  zone,
  variables,
}: SharryLocation): Promise<ImportSource> {
  if (zone !== null && !isTimeZone(zone))
    throw new BadConfiguration(`--zone ${zone} is no time zone, such as Europe/Berlin.`);
  const settings = readSharryConfig(config, variables);
  const configured = storesOf(settings);
  const url = from ?? databaseUrl(settings);
  const db = await openSharryDatabase(url);
  const filesByStore = new Map<string, number>();
  const sharry: SharryInstallation = {
    db,
    ...(await openStores(db, configured, files)),
    filesByStore,
    inviteMs: parseDuration(settings.text('backend.signup.invite-time') ?? '') ?? inviteMs,
    parseTime: (localTime) => instantIn(zone ?? 'UTC', localTime),
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

/** Uses a new connection, because the import reads a snapshot. */
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

async function* items(sharry: SharryInstallation): AsyncGenerator<SourceItem> {
  sharry.filesByStore.clear();
  yield* readAccounts(sharry);
  yield* readAliases(sharry);
  yield* readShares(sharry);
  yield* readOrphans(sharry);
  const [first, ...others] = sharry.stores;
  for (const { name } of others) {
    const count = sharry.filesByStore.get(name) ?? 0;
    if (count === 0) continue;
    const text = `${count} files are not in ${first?.name}, but in ${name}`;
    yield { remark: { kind: 'file', oldId: '*', text } };
  }
}

/** Sharry leaves these when a share is deleted during an upload. */
async function* readOrphans({ db }: SharryInstallation): AsyncGenerator<SourceItem> {
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
