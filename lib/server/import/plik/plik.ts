import 'server-only';
import fs from 'node:fs';
import { normalLogin } from '@/lib/domain/ident';
import { maxCount } from '@/lib/domain/limits';
import { BadConfiguration } from '@/lib/server/config';
import { beginningOfTime, readMoment, readMomentOr } from '../moments';
import {
  type ImportSource,
  neverExpires,
  type SourceItem,
  type SourceOptions,
  type SourceShare,
  validityBetween,
} from '../source';
import { asNumber, asText, type SourceRow } from '../sqlite';
import { openPlikDatabase, type PlikDatabase } from './plik-database';
import { orphansOf, readFiles } from './plik-files';

const pageSize = 100;

export async function openPlik(
  from: string,
  folder: string | null,
  { workFolder }: SourceOptions,
): Promise<ImportSource> {
  if (folder === null || !fs.existsSync(folder))
    throw new BadConfiguration('Set --files to Plik’s files: the Directory of its DataBackendConfig.');
  const db = await openPlikDatabase(from, workFolder);
  return {
    product: 'plik',
    countOwnerless: async () => {
      const [row] = await db.rows(
        `SELECT count(*) AS n FROM uploads u WHERE u.deleted_at IS NULL AND NOT u.stream
         AND coalesce(u.user, '') NOT IN (SELECT id FROM users)`,
      );
      return asNumber(row?.n);
    },
    items: () => items(db, folder),
    stamp: db.stamp,
    close: db.close,
  };
}

async function* items(db: PlikDatabase, folder: string): AsyncGenerator<SourceItem> {
  for (const row of await db.rows('SELECT * FROM users ORDER BY login <> lower(login), created_at, id'))
    yield accountOf(row);
  for (const row of await db.rows('SELECT user_id, count(*) AS n FROM tokens GROUP BY user_id'))
    yield {
      remark: {
        kind: 'token',
        oldId: asText(row.user_id),
        text: `${row.n} command-line tokens stay behind`,
      },
    };
  yield* readUploads(db, folder);
  for await (const remark of orphansOf(db, folder)) yield { remark };
}

async function* readUploads(db: PlikDatabase, folder: string): AsyncGenerator<SourceItem> {
  const select = `SELECT * FROM uploads WHERE deleted_at IS NULL AND id > $1 ORDER BY id LIMIT ${pageSize}`;
  for (let after = ''; ; ) {
    const rows = await db.rows(select, [after]);
    for (const row of rows) yield* readUpload(db, folder, row);
    if (rows.length < pageSize) return;
    after = asText(rows.at(-1)?.id);
  }
}

function accountOf(row: SourceRow): SourceItem {
  const provider = asText(row.provider);
  const id = asText(row.id);
  const isLocal = provider === 'local';
  const maxBytes = asNumber(row.max_user_size);
  return {
    account: {
      oldId: id,
      login: asText(row.login) || normalLogin(asText(row.email)) || id,
      source: isLocal ? 'intern' : `oauth:${provider}`,
      subject: isLocal ? null : id.slice(provider.length + 1),
      passwordHash: isLocal ? asText(row.password) || null : null,
      email: asText(row.email) || null,
      admin: asNumber(row.is_admin) === 1,
      maxBytes: maxBytes > 0 && Number.isSafeInteger(maxBytes) ? BigInt(maxBytes) : null,
      createdAt: readMomentOr(beginningOfTime, row.created_at),
    },
  };
}

async function* readUpload(db: PlikDatabase, folder: string, row: SourceRow): AsyncGenerator<SourceItem> {
  const id = asText(row.id);
  const say = (words: string): SourceItem => ({ remark: { kind: 'share', oldId: id, text: words } });
  if (asNumber(row.stream))
    return yield {
      remark: {
        kind: 'share',
        oldId: id,
        reason: 'stream',
        text: 'a stream keeps no bytes',
      },
    };
  const { files, remarks, rowCount } = await readFiles(db, folder, id);
  for (const remark of remarks) yield { remark };
  if (rowCount > 0 && files.length === 0)
    return yield {
      remark: { kind: 'share', oldId: id, reason: 'bytesMissing', text: 'none of its files is complete' },
    };
  const user = asText(row.user);
  if (user !== '' && (await db.rows('SELECT 1 FROM users WHERE id = $1', [user])).length === 0)
    yield say(`its user ${user} no longer exists. It goes to the account of --owner`);
  if (asNumber(row.one_shot)) yield say('has one-time files. The whole share now has one view');
  if (asNumber(row.removable)) yield say('visitors can no longer remove its files');
  if (asNumber(row.extend_ttl)) yield say('opening it no longer extends it');
  yield { share: shareOf(row, files) };
}

function shareOf(row: SourceRow, files: SourceShare['files']): SourceShare {
  const createdAt = readMomentOr(beginningOfTime, row.created_at);
  const publishUntil = readMoment(row.expire_at) ?? neverExpires;
  const seconds = asNumber(row.ttl);
  const sum = asText(row.password);
  return {
    oldId: asText(row.id),
    ownerId: asText(row.user) || null,
    aliasId: null,
    description: asText(row.comments) || null,
    password: sum ? { hash: `plik$${encodeURIComponent(asText(row.login) || 'plik')}$${sum}` } : null,
    maxViews: asNumber(row.one_shot) ? 1 : maxCount,
    validityMs: seconds > 0 ? seconds * 1000 : validityBetween(createdAt, publishUntil),
    createdAt,
    publication: {
      linkId: asText(row.id),
      enabled: asNumber(row.protected_by_password) === 0 || sum !== '',
      views: 0,
      publishedAt: createdAt,
      publishUntil,
      lastAccessAt: null,
    },
    files,
  };
}
