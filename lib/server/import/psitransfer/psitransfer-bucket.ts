import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import type { Reason, Remark, SourceFile } from '../source';

/** A file that is all there, with what PsiTransfer knows of it alone. */
export type Whole = {
  file: SourceFile;
  comment: string;
  /** In clear, or a hash. */
  password: string | null;
  endsAt: number;
  lastDownload: number;
  isOnce: boolean;
};

export type Bucket = { sid: string; whole: Whole[]; remarks: Remark[] };

type Terms = { sid: string; maxAgeMs: number; now: Date };
type Description = {
  isPartial?: boolean;
  uploadLength?: unknown;
  metadata?: Record<string, unknown>;
};

/** What is in a bucket's folder: whole files, and why the others are none. If all are over, it is a share that is over. */
export function readBucket(folder: string, terms: Terms): Bucket {
  const { sid, now } = terms;
  const names = fs.readdirSync(folder).sort();
  const all: Whole[] = [];
  const remarks: Remark[] = [];
  const leave = (key: string, name: string | null, reason: Reason, text: string) =>
    remarks.push({ kind: 'file', oldId: `${sid}++${key}`, name, reason, text });
  for (const name of names.filter((one) => one.endsWith('.json'))) {
    const key = name.slice(0, -'.json'.length);
    const read = readFile(folder, key, terms);
    if ('reason' in read) leave(key, read.name, read.reason, read.text);
    else all.push(read);
  }
  for (const name of names.filter((one) => path.extname(one) === '' && !names.includes(`${one}.json`)))
    leave(name, null, 'metadataMissing', 'nothing says what it is called and how long it is');
  const live = all.filter(({ endsAt }) => endsAt > now.getTime());
  if (live.length === 0) return { sid, whole: all, remarks };
  for (const { file, endsAt } of all)
    if (endsAt <= now.getTime())
      remarks.push({
        kind: 'file',
        oldId: file.oldId,
        name: file.name,
        reason: 'expired',
        text: `it expired on ${new Date(endsAt).toISOString()}`,
      });
  return { sid, whole: live, remarks };
}

type Unfit = { name: string | null; reason: Reason; text: string };

function readFile(folder: string, key: string, terms: Terms): Whole | Unfit {
  const described = descriptionOf(path.join(folder, `${key}.json`));
  if (described === null)
    return { name: null, reason: 'metadataUnreadable', text: 'its JSON file is unreadable' };
  const { metadata = {} } = described;
  const name = word(metadata.name) || key;
  const sizeBytes = Number(described.uploadLength ?? metadata.uploadLength);
  const place = path.join(folder, key);
  const stored = fs.statSync(place, { throwIfNoEntry: false })?.size ?? null;
  const unfit = whyUnfit({ isPartial: described.isPartial === true, sizeBytes, stored });
  if (unfit) return { name, ...unfit };
  const createdAt = new Date(number(metadata.createdAt) ?? terms.now.getTime());
  const file: SourceFile = {
    oldId: `${terms.sid}++${key}`,
    name,
    mimeType: word(metadata.type) || null,
    sizeBytes,
    createdAt,
    read: () => (stored === null ? [] : fs.createReadStream(place)),
  };
  return {
    file,
    comment: word(metadata.comment).trim(),
    password: word(metadata.password) || null,
    endsAt: createdAt.getTime() + lifeMs(metadata.retention, terms.maxAgeMs),
    lastDownload: number(metadata.lastDownload) ?? 0,
    isOnce: metadata.retention === 'one-time',
  };
}

type State = { isPartial: boolean; sizeBytes: number; stored: number | null };

/** An empty file has no bytes on disk and counts as unfinished there for ever. */
function whyUnfit({ isPartial, sizeBytes, stored }: State): Omit<Unfit, 'name'> | null {
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

function descriptionOf(file: string): Description | null {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    return typeof read === 'object' && read !== null ? read : null;
  } catch {
    return null;
  }
}

const word = (value: unknown): string => (typeof value === 'string' ? value : '');

const number = (value: unknown): number | null => {
  const read = Number(value ?? Number.NaN);
  return Number.isFinite(read) ? read : null;
};
