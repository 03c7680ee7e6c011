import 'server-only';
import { maxCount } from '@/lib/domain/limits';
import { BadConfiguration } from '@/lib/server/config';
import { type Item, never, type Reading, type Source, type SourceAlias, validity } from '../source';
import { count, openSqlite, type Row, type Sqlite, text } from '../sqlite';

const newestSchema = 15;

/** PicoShare: everything in one SQLite file, bytes included, and no accounts. */
export function openPicoshare(file: string, { now, workFolder }: Reading): Source {
  const db = openSqlite(file, workFolder);
  checkSchema(db);
  return {
    product: 'picoshare',
    countOwnerless: () =>
      count(db.all('SELECT (SELECT count(*) FROM entries) + (SELECT count(*) FROM guest_links) AS n')[0]?.n),
    items: () => items(db, now),
    stamp: db.stamp,
    close: db.close,
  };
}

function checkSchema(db: Sqlite): void {
  const tables = db.all(
    "SELECT name FROM sqlite_master WHERE name IN ('entries', 'entries_data', 'guest_links')",
  );
  if (tables.length < 3)
    throw new BadConfiguration('This is not PicoShare’s database: its tables are missing.');
  const schema = count(db.all('PRAGMA user_version')[0]?.user_version);
  if (schema <= newestSchema) return;
  throw new BadConfiguration(
    `This database has schema ${schema}; Slipway knows PicoShare’s up to ${newestSchema}. Use a newer Slipway.`,
  );
}

function* items(db: Sqlite, now: Date): Generator<Item> {
  for (const row of db.all('SELECT * FROM guest_links ORDER BY creation_time, id'))
    yield* guestLink(db, row, now);
  for (const row of db.each('SELECT * FROM entries ORDER BY upload_time, id')) yield* entry(db, row);
  for (const { id } of db.each(
    'SELECT DISTINCT id FROM entries_data WHERE id NOT IN (SELECT id FROM entries)',
  ))
    yield remark(text(id), null, { reason: 'orphan', text: 'parts of an unfinished upload' });
}

const remark = (
  oldId: string,
  name: string | null,
  rest: Pick<Extract<Item, { remark: unknown }>['remark'], 'text' | 'reason'>,
): Item => ({
  remark: { kind: 'file', oldId, name, ...rest },
});

function* guestLink(db: Sqlite, row: Row, now: Date): Generator<Item> {
  const id = text(row.id);
  const ends = moment(row.url_expiration_time ?? row.expiration_time);
  const used = count(db.all('SELECT count(*) AS n FROM entries WHERE guest_link_id = ?', [id])[0]?.n);
  const mostFiles = row.max_file_uploads ?? null;
  const alias: SourceAlias = {
    oldId: id,
    ownerId: null,
    name: text(row.label).trim() || 'Guest link',
    enabled: !count(row.is_disabled) && ends > now && (mostFiles === null || used < count(mostFiles)),
    validityMs: goDuration(text(row.file_expiration_time)) ?? forEverMs,
    createdAt: moment(row.creation_time),
  };
  yield { alias };
  const lost = [
    ...(ends < never ? [`its end (${ends.toISOString()})`] : []),
    ...(row.max_file_bytes === null ? [] : [`its limit of ${row.max_file_bytes} bytes a file`]),
    ...(mostFiles === null ? [] : [`its limit of ${mostFiles} files (${used} came)`]),
  ];
  if (lost.length > 0)
    yield { remark: { kind: 'alias', oldId: id, name: alias.name, text: `not kept: ${lost.join(', ')}` } };
}

function* entry(db: Sqlite, row: Row): Generator<Item> {
  const id = text(row.id);
  const name = text(row.filename);
  const chunks = db.all(
    'SELECT count(*) AS n, max(chunk_index) AS last, sum(length(chunk)) AS bytes FROM entries_data WHERE id = ?',
    [id],
  )[0];
  const chunkCount = count(chunks?.n);
  if (chunkCount === 0 || count(chunks?.last) !== chunkCount - 1)
    return yield remark(id, name, { reason: 'bytesMissing', text: 'some of its bytes are missing' });
  const createdAt = moment(row.upload_time);
  const publishUntil = moment(row.expiration_time);
  const type = text(row.content_type);
  const opened = openings(db, id);
  yield {
    share: {
      oldId: id,
      ownerId: null,
      aliasId: text(row.guest_link_id) || null,
      description: text(row.note) || null,
      password: null,
      maxViews: maxCount,
      validityMs: validity(createdAt, publishUntil),
      createdAt,
      publication: {
        linkId: id,
        enabled: true,
        views: opened.views,
        publishedAt: createdAt,
        publishUntil,
        lastAccessAt: opened.last,
      },
      files: [
        {
          oldId: id,
          name,
          mimeType: type === 'application/octet-stream' ? null : type,
          sizeBytes: count(chunks?.bytes),
          createdAt,
          read: () => chunksOf(db, id),
        },
      ],
    },
  };
}

function openings(db: Sqlite, id: string): { views: number; last: Date | null } {
  if (!db.hasColumn('downloads', 'entry_id')) return { views: 0, last: null };
  const [row] = db.all(
    'SELECT count(*) AS n, max(download_timestamp) AS last FROM downloads WHERE entry_id = ?',
    [id],
  );
  return { views: count(row?.n), last: row?.last ? moment(row.last) : null };
}

/** By numbers, which are all there, so no chunk is asked for twice and none is held longer than it is used. */
function* chunksOf(db: Sqlite, id: string): Generator<Uint8Array> {
  for (const { chunk } of db.each('SELECT chunk FROM entries_data WHERE id = ? ORDER BY chunk_index', [id]))
    if (chunk instanceof Uint8Array) yield chunk;
}

const moment = (value: unknown): Date => {
  const date = new Date(text(value));
  return Number.isNaN(date.getTime()) ? never : date;
};

/** What PicoShare calls for ever: a hundred years. */
const forEverMs = 876_000 * 3_600_000;

/** Go's way to write how long, in hours, minutes and seconds: `720h0m0s`. */
function goDuration(written: string): number | null {
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)(?:\.\d+)?s)?$/.exec(written);
  if (!parts || written === '') return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return Math.max(1000, ((hours * 60 + minutes) * 60 + seconds) * 1000);
}
