import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { beginningOfTime, readMomentOr } from '../moments';
import { isOfDisk } from '../names';
import type { Remark, SkipNote, SourceFile } from '../source';
import { asNumber, asText, type SourceRow } from '../sqlite';
import type { PlikDatabase } from './plik-database';

const isId = (id: string) => /^[A-Za-z0-9]{4,64}$/.test(id);

export async function readFiles(db: PlikDatabase, folder: string, uploadId: string) {
  const rows = await db.rows('SELECT * FROM files WHERE upload_id = $1 ORDER BY created_at, id', [uploadId]);
  const files: SourceFile[] = [];
  const remarks: Remark[] = [];
  for (const row of rows) {
    const oldId = asText(row.id);
    const name = asText(row.name) || oldId;
    const bytesFile = findBytes(folder, uploadId, oldId);
    const skipNote = skipNoteFor(row, bytesFile);
    if (skipNote) remarks.push({ kind: 'file', oldId, name, ...skipNote });
    else if (bytesFile) files.push(fileOf(row, name, bytesFile));
  }
  return { files, remarks, rowCount: rows.length };
}

function fileOf(row: SourceRow, name: string, file: string): SourceFile {
  return {
    oldId: asText(row.id),
    name,
    mimeType: asText(row.type) || null,
    sizeBytes: asNumber(row.size),
    md5: asText(row.md5) || null,
    createdAt: readMomentOr(beginningOfTime, row.created_at),
    read: () => fs.createReadStream(file),
  };
}

function skipNoteFor(row: SourceRow, file: string | null): SkipNote | null {
  const status = asText(row.status);
  if (status === 'removed' || status === 'deleted') return { reason: 'deleted', text: 'removed there' };
  if (status !== 'uploaded') return { reason: 'unfinished', text: `an unfinished upload (${status})` };
  if (file === null) return { reason: 'bytesMissing', text: `none of its ${row.size} bytes are there` };
  const stored = fs.statSync(file).size;
  if (stored === asNumber(row.size)) return null;
  return { reason: 'sizeMismatch', text: `${stored} of ${row.size} bytes are there` };
}

/** Files are stored by their id, and before Plik 1.3 below the upload's id. */
function findBytes(folder: string, uploadId: string, fileId: string): string | null {
  if (!isId(uploadId) || !isId(fileId)) return null;
  const candidates = [
    path.join(folder, fileId.slice(0, 2), fileId),
    path.join(folder, uploadId.slice(0, 2), uploadId, fileId),
  ];
  return candidates.find((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile()) ?? null;
}

export async function* orphansOf(db: PlikDatabase, folder: string): AsyncGenerator<Remark> {
  for (const start of fs.readdirSync(folder).sort()) {
    if (isOfDisk(start)) continue;
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
