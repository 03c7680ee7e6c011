import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import type { Reason, Remark, SourceFile } from '../source';
import { count, type Row, text } from '../sqlite';
import type { PlikDatabase } from './plik-database';

/** Where an id can lead a path nowhere else. */
const isId = (id: string) => /^[A-Za-z0-9]{4,64}$/.test(id);

/** The files of an upload that are whole, and why the others are none. */
export async function readFiles(db: PlikDatabase, folder: string, uploadId: string) {
  const rows = await db.rows('SELECT * FROM files WHERE upload_id = $1 ORDER BY created_at, id', [uploadId]);
  const files: SourceFile[] = [];
  const remarks: Remark[] = [];
  for (const row of rows) {
    const oldId = text(row.id);
    const name = text(row.name) || oldId;
    const place = placeOf(folder, uploadId, oldId);
    const unfit = whyUnfit(row, place);
    if (unfit) remarks.push({ kind: 'file', oldId, name, ...unfit });
    else if (place) files.push(fileOf(row, name, place));
  }
  return { files, remarks, rowCount: rows.length };
}

function fileOf(row: Row, name: string, place: string): SourceFile {
  return {
    oldId: text(row.id),
    name,
    mimeType: text(row.type) || null,
    sizeBytes: count(row.size),
    md5: text(row.md5) || null,
    createdAt: moment(row.created_at) ?? new Date(0),
    read: () => fs.createReadStream(place),
  };
}

function whyUnfit(row: Row, place: string | null): { reason: Reason; text: string } | null {
  const status = text(row.status);
  if (status === 'removed' || status === 'deleted') return { reason: 'deleted', text: 'removed there' };
  if (status !== 'uploaded') return { reason: 'unfinished', text: `an unfinished upload (${status})` };
  if (place === null) return { reason: 'bytesMissing', text: `none of its ${row.size} bytes are there` };
  const stored = fs.statSync(place).size;
  if (stored === count(row.size)) return null;
  return { reason: 'sizeMismatch', text: `${stored} of ${row.size} bytes are there` };
}

/** By the file's id, and before version 1.3 by the upload's. */
function placeOf(folder: string, uploadId: string, fileId: string): string | null {
  if (!isId(uploadId) || !isId(fileId)) return null;
  const places = [
    path.join(folder, fileId.slice(0, 2), fileId),
    path.join(folder, uploadId.slice(0, 2), uploadId, fileId),
  ];
  return places.find((place) => fs.statSync(place, { throwIfNoEntry: false })?.isFile()) ?? null;
}

/** Bytes that no row speaks of. */
export async function* orphansOf(db: PlikDatabase, folder: string): AsyncGenerator<Remark> {
  for (const start of fs.readdirSync(folder).sort()) {
    const inner = path.join(folder, start);
    if (!fs.statSync(inner).isDirectory()) continue;
    for (const name of fs.readdirSync(inner).sort()) {
      const known = await db.rows(
        'SELECT 1 FROM files WHERE id = $1 UNION SELECT 1 FROM uploads WHERE id = $2',
        [name, name],
      );
      if (known.length > 0) continue;
      yield { kind: 'file', oldId: name, reason: 'orphan', text: 'bytes that the database doesn’t know' };
    }
  }
}

/** `2026-10-01 23:12:13.211000851+02:00`, with the offset of that day; what is finer than a millisecond is cut off. */
export function moment(value: unknown): Date | null {
  if (value instanceof Date) return value;
  const iso = text(value)
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d*/, '$1');
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : date;
}
