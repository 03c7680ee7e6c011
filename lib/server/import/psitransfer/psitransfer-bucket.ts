import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { beginningOfTime, readMomentOr } from '../moments';
import type { Remark, SkipNote, SkipReason, SourceFile } from '../source';

export type PsitransferFile = {
  file: SourceFile;
  comment: string;
  password: string | null;
  endsAt: number;
  lastDownload: number;
  isOnce: boolean;
};

export type PsitransferBucket = { sid: string; files: PsitransferFile[]; remarks: Remark[] };

type BucketContext = { sid: string; maxAgeMs: number; now: Date };
type PsitransferMetadata = {
  isPartial?: boolean;
  uploadLength?: unknown;
  metadata?: Record<string, unknown> | null;
};

export function readBucket(folder: string, bucket: BucketContext): PsitransferBucket {
  const { sid, now } = bucket;
  const names = fs.readdirSync(folder).sort();
  const all: PsitransferFile[] = [];
  const remarks: Remark[] = [];
  const leave = (key: string, name: string | null, reason: SkipReason, text: string) =>
    remarks.push({ kind: 'file', oldId: `${sid}++${key}`, name, reason, text });
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const key = name.slice(0, -'.json'.length);
    const read = readFile(folder, key, bucket);
    if ('reason' in read) leave(key, read.name, read.reason, read.text);
    else all.push(read);
  }
  for (const name of names.filter((one) => path.extname(one) === '' && !names.includes(`${one}.json`)))
    leave(name, null, 'metadataMissing', 'nothing says what it is called and how long it is');
  const live = all.filter(({ endsAt }) => endsAt > now.getTime());
  if (live.length === 0) return { sid, files: all, remarks };
  for (const { file, endsAt } of all)
    if (endsAt <= now.getTime())
      remarks.push({
        kind: 'file',
        oldId: file.oldId,
        name: file.name,
        reason: 'expired',
        text: `it expired on ${new Date(endsAt).toISOString()}`,
      });
  return { sid, files: live, remarks };
}

type SkippedFile = SkipNote & { name: string | null };

function readFile(folder: string, key: string, bucket: BucketContext): PsitransferFile | SkippedFile {
  const json = readMetadata(path.join(folder, `${key}.json`));
  if (json === null) return { name: null, reason: 'metadataUnreadable', text: 'its JSON file is unreadable' };
  const metadata = json.metadata ?? {};
  const name = asText(metadata.name) || key;
  const sizeBytes = Number(json.uploadLength ?? metadata.uploadLength);
  const bytesFile = path.join(folder, key);
  const stored = fs.statSync(bytesFile, { throwIfNoEntry: false })?.size ?? null;
  const skipNote = skipNoteFor({ isPartial: json.isPartial === true, sizeBytes, stored });
  if (skipNote) return { name, ...skipNote };
  const createdAt = readMomentOr(bucket.now, metadata.createdAt);
  const file: SourceFile = {
    oldId: `${bucket.sid}++${key}`,
    name,
    mimeType: asText(metadata.type) || null,
    sizeBytes,
    createdAt,
    read: () => (stored === null ? [] : fs.createReadStream(bytesFile)),
  };
  return {
    file,
    comment: asText(metadata.comment).trim(),
    password: asText(metadata.password) || null,
    endsAt: createdAt.getTime() + lifeMs(metadata.retention, bucket.maxAgeMs),
    lastDownload: readMomentOr(beginningOfTime, metadata.lastDownload).getTime(),
    isOnce: metadata.retention === 'one-time',
  };
}

/** PsiTransfer stores no bytes for an empty file and keeps it as unfinished. */
function skipNoteFor({
  isPartial,
  sizeBytes,
  stored,
}: {
  isPartial: boolean;
  sizeBytes: number;
  stored: number | null;
}): SkipNote | null {
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0)
    return { reason: 'metadataUnreadable', text: 'its JSON file doesn’t give its size' };
  if (sizeBytes === 0 && (stored ?? 0) === 0) return null;
  if (isPartial)
    return { reason: 'unfinished', text: `an unfinished upload: ${stored ?? 0} of ${sizeBytes} bytes` };
  if (stored === null) return { reason: 'bytesMissing', text: `none of its ${sizeBytes} bytes are there` };
  if (stored === sizeBytes) return null;
  return { reason: 'sizeMismatch', text: `${stored} of ${sizeBytes} bytes are there` };
}

function lifeMs(retention: unknown, maxAgeMs: number): number {
  const seconds = /^\d+$/.test(String(retention)) ? Number(retention) : Number.POSITIVE_INFINITY;
  return Math.min(maxAgeMs, seconds * 1000);
}

function readMetadata(file: string): PsitransferMetadata | null {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    return typeof read === 'object' && read !== null ? read : null;
  } catch {
    return null;
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
