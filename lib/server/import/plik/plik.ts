import 'server-only';
import fs from 'node:fs';
import { normalLogin } from '@/lib/domain/ident';
import { maxCount } from '@/lib/domain/limits';
import { BadConfiguration } from '@/lib/server/config';
import { type Item, never, type Reading, type Source, type SourceShare, validity } from '../source';
import { count, type Row, text } from '../sqlite';
import { openPlikDatabase, type PlikDatabase } from './plik-database';
import { moment, orphansOf, readFiles } from './plik-files';

const pageSize = 100;

/** Plik with its rows in SQLite or PostgreSQL and its bytes on disk. */
export async function openPlik(
  from: string,
  folder: string | null,
  { workFolder }: Reading,
): Promise<Source> {
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
      return count(row?.n);
    },
    items: () => items(db, folder),
    stamp: db.stamp,
    close: db.close,
  };
}

async function* items(db: PlikDatabase, folder: string): AsyncGenerator<Item> {
  for (const row of await db.rows('SELECT * FROM users ORDER BY login <> lower(login), created_at, id'))
    yield account(row);
  for (const row of await db.rows('SELECT user_id, count(*) AS n FROM tokens GROUP BY user_id'))
    yield {
      remark: {
        kind: 'token',
        oldId: text(row.user_id),
        text: `${row.n} command-line tokens stay behind`,
      },
    };
  yield* uploads(db, folder);
  for await (const remark of orphansOf(db, folder)) yield { remark };
}

/** In pages, because a note may be large. */
async function* uploads(db: PlikDatabase, folder: string): AsyncGenerator<Item> {
  const select = `SELECT * FROM uploads WHERE deleted_at IS NULL AND id > $1 ORDER BY id LIMIT ${pageSize}`;
  for (let after = ''; ; ) {
    const rows = await db.rows(select, [after]);
    for (const row of rows) yield* upload(db, folder, row);
    if (rows.length < pageSize) return;
    after = text(rows.at(-1)?.id);
  }
}

function account(row: Row): Item {
  const provider = text(row.provider);
  const id = text(row.id);
  const isLocal = provider === 'local';
  const maxBytes = count(row.max_user_size);
  return {
    account: {
      oldId: id,
      login: text(row.login) || normalLogin(text(row.email)) || id,
      source: isLocal ? 'intern' : `oauth:${provider}`,
      subject: isLocal ? null : id.slice(provider.length + 1),
      passwordHash: isLocal ? text(row.password) || null : null,
      email: text(row.email) || null,
      admin: count(row.is_admin) === 1,
      maxBytes: maxBytes > 0 ? BigInt(maxBytes) : null,
      createdAt: moment(row.created_at) ?? new Date(0),
    },
  };
}

async function* upload(db: PlikDatabase, folder: string, row: Row): AsyncGenerator<Item> {
  const id = text(row.id);
  const say = (words: string): Item => ({ remark: { kind: 'share', oldId: id, text: words } });
  if (count(row.stream))
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
  const user = text(row.user);
  if (user !== '' && (await db.rows('SELECT 1 FROM users WHERE id = $1', [user])).length === 0)
    yield say(`its user ${user} no longer exists. It goes to the account of --owner`);
  if (count(row.one_shot)) yield say('has one-time files. The whole share now has one view');
  if (count(row.removable)) yield say('visitors can no longer remove its files');
  if (count(row.extend_ttl)) yield say('opening it no longer extends it');
  yield { share: share(row, files) };
}

function share(row: Row, files: SourceShare['files']): SourceShare {
  const createdAt = moment(row.created_at) ?? new Date(0);
  const publishUntil = moment(row.expire_at) ?? never;
  const seconds = count(row.ttl);
  const sum = text(row.password);
  return {
    oldId: text(row.id),
    ownerId: text(row.user) || null,
    aliasId: null,
    description: text(row.comments) || null,
    password: sum ? { hash: `plik$${encodeURIComponent(text(row.login) || 'plik')}$${sum}` } : null,
    maxViews: count(row.one_shot) ? 1 : maxCount,
    validityMs: seconds > 0 ? seconds * 1000 : validity(createdAt, publishUntil),
    createdAt,
    publication: {
      linkId: text(row.id),
      enabled: count(row.protected_by_password) === 0 || sum !== '',
      views: 0,
      publishedAt: createdAt,
      publishUntil,
      lastAccessAt: null,
    },
    files,
  };
}
