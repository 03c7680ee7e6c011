import 'server-only';
import { maxCount } from '@/lib/domain/limits';
import { BadConfiguration } from '@/lib/server/config';
import { beginningOfTime, readMoment, readMomentOr } from '../moments';
import {
  type ImportSource,
  neverExpires,
  type SourceAlias,
  type SourceItem,
  type SourceOptions,
  unknownSchema,
  validityBetween,
} from '../source';
import { asNumber, asText, openSqlite, type SourceRow, type Sqlite } from '../sqlite';

const newestSchema = 15;

export function openPicoshare(file: string, { now, workFolder }: SourceOptions): ImportSource {
  const db = openSqlite(file, workFolder);
  checkSchema(db);
  return {
    product: 'picoshare',
    countOwnerless: () =>
      asNumber(
        db.all('SELECT (SELECT count(*) FROM entries) + (SELECT count(*) FROM guest_links) AS n')[0]?.n,
      ),
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
  const schema = asNumber(db.all('PRAGMA user_version')[0]?.user_version);
  if (schema <= newestSchema) return;
  throw unknownSchema('PicoShare', schema, newestSchema);
}

function* items(db: Sqlite, now: Date): Generator<SourceItem> {
  for (const row of db.all('SELECT * FROM guest_links ORDER BY creation_time, id'))
    yield* readGuestLink(db, row, now);
  for (const row of db.each('SELECT * FROM entries ORDER BY upload_time, id')) yield* readEntry(db, row);
  for (const { id } of db.each(
    'SELECT DISTINCT id FROM entries_data WHERE id NOT IN (SELECT id FROM entries)',
  ))
    yield remark(asText(id), null, { reason: 'orphan', text: 'parts of an unfinished upload' });
}

const remark = (
  oldId: string,
  name: string | null,
  rest: Pick<Extract<SourceItem, { remark: unknown }>['remark'], 'text' | 'reason'>,
): SourceItem => ({
  remark: { kind: 'file', oldId, name, ...rest },
});

function* readGuestLink(db: Sqlite, row: SourceRow, now: Date): Generator<SourceItem> {
  const id = asText(row.id);
  const ends = readMoment(row.url_expiration_time ?? row.expiration_time) ?? neverExpires;
  const used = asNumber(db.all('SELECT count(*) AS n FROM entries WHERE guest_link_id = ?', [id])[0]?.n);
  const mostFiles = row.max_file_uploads ?? null;
  const alias: SourceAlias = {
    oldId: id,
    ownerId: null,
    name: asText(row.label).trim() || 'Guest link',
    enabled: !asNumber(row.is_disabled) && ends > now && (mostFiles === null || used < asNumber(mostFiles)),
    validityMs: goDuration(asText(row.file_expiration_time)) ?? forEverMs,
    createdAt: readMomentOr(beginningOfTime, row.creation_time),
  };
  yield { alias };
  const lost = [
    ...(ends < neverExpires ? [`its end (${ends.toISOString()})`] : []),
    ...(row.max_file_bytes === null ? [] : [`its limit of ${row.max_file_bytes} bytes a file`]),
    ...(mostFiles === null ? [] : [`its limit of ${mostFiles} files (${used} came)`]),
  ];
  if (lost.length > 0)
    yield { remark: { kind: 'alias', oldId: id, name: alias.name, text: `not kept: ${lost.join(', ')}` } };
}

function* readEntry(db: Sqlite, row: SourceRow): Generator<SourceItem> {
  const id = asText(row.id);
  const name = asText(row.filename);
  const chunks = db.all(
    'SELECT count(*) AS n, max(chunk_index) AS last, sum(length(chunk)) AS bytes FROM entries_data WHERE id = ?',
    [id],
  )[0];
  const chunkCount = asNumber(chunks?.n);
  if (chunkCount === 0 || asNumber(chunks?.last) !== chunkCount - 1)
    return yield remark(id, name, { reason: 'bytesMissing', text: 'some of its bytes are missing' });
  const createdAt = readMomentOr(beginningOfTime, row.upload_time);
  const publishUntil = readMoment(row.expiration_time) ?? neverExpires;
  const type = asText(row.content_type);
  const opened = countOpenings(db, id);
  yield {
    share: {
      oldId: id,
      ownerId: null,
      aliasId: asText(row.guest_link_id) || null,
      description: asText(row.note) || null,
      password: null,
      maxViews: maxCount,
      validityMs: validityBetween(createdAt, publishUntil),
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
          sizeBytes: asNumber(chunks?.bytes),
          createdAt,
          read: () => chunksOf(db, id),
        },
      ],
    },
  };
}

function countOpenings(db: Sqlite, id: string): { views: number; last: Date | null } {
  if (!db.hasColumn('downloads', 'entry_id')) return { views: 0, last: null };
  const [row] = db.all(
    'SELECT count(*) AS n, max(download_timestamp) AS last FROM downloads WHERE entry_id = ?',
    [id],
  );
  return { views: asNumber(row?.n), last: readMoment(row?.last) };
}

function* chunksOf(db: Sqlite, id: string): Generator<Uint8Array> {
  for (const { chunk } of db.each('SELECT chunk FROM entries_data WHERE id = ? ORDER BY chunk_index', [id]))
    if (chunk instanceof Uint8Array) yield chunk;
}

/** PicoShare's “forever”: a hundred years. */
const forEverMs = 876_000 * 3_600_000;

/** Parses Go's duration format, such as `720h0m0s`. */
function goDuration(written: string): number | null {
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)(?:\.\d+)?s)?$/.exec(written);
  if (!parts || written === '') return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return Math.max(1000, ((hours * 60 + minutes) * 60 + seconds) * 1000);
}
