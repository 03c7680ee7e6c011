import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import { maxCount } from '@/lib/domain/limits';
import { type Item, never, type Reason, type SourceFile, type SourceShare, validity } from '../source';
import { count, type Row, text } from '../sqlite';
import { moment, type Pingvin } from './installation';
import { reverseShareOf } from './pingvin-reverse-shares';

/** A share with its whole files, or why it stays behind. */
export function* readShare(pingvin: Pingvin, row: Row): Generator<Item> {
  const oldId = text(row.id);
  const name = text(row.name) || null;
  const say = (words: string, reason?: Reason): Item => ({
    remark: { kind: 'share', oldId, name, text: words, ...(reason && { reason }) },
  });
  const reverse = reverseShareOf(pingvin, row);
  const isFinished = count(row.uploadLocked) === 1;
  const ownerId = text(reverse?.creatorId) || text(row.creatorId) || null;
  const left = whyLeft(row, isFinished || ownerId !== null);
  if (left) return yield say(left.text, left.reason);
  const security = securityOf(pingvin, oldId);
  const isRestricted = count(security.restrictToRecipients) === 1 || count(reverse?.publicAccess ?? 1) === 0;
  if (isRestricted) yield say('was only for named people, which Slipway can’t do. It comes disabled');
  if (!isFinished) yield say('was never finished. It comes unpublished');
  const files = yield* wholeFiles(pingvin, oldId);
  const aliasId = text(reverse?.token) || null;
  const share = shareOf(row, { security, files });
  const publication = isFinished ? publicationOf(row, share, !isRestricted) : null;
  yield { share: { ...share, ownerId, aliasId, publication } };
}

function whyLeft(row: Row, hasPlace: boolean): { text: string; reason: Reason } | null {
  if (row.removedReason !== null)
    return { reason: 'removed', text: `removed there: ${text(row.removedReason)}` };
  if (!hasPlace) return { reason: 'unfinished', text: 'was never finished and belongs to nobody' };
  if (text(row.storageProvider) !== 'S3') return null;
  return { reason: 'bytesInS3WithoutAccess', text: 'its bytes are in S3, where this import can’t read' };
}

const securityOf = ({ db }: Pingvin, shareId: string): Row =>
  db.all('SELECT * FROM ShareSecurity WHERE shareId = ?', [shareId])[0] ?? {};

function shareOf(row: Row, { security, files }: { security: Row; files: SourceFile[] }) {
  const createdAt = moment(row.createdAt);
  const hash = text(security.password);
  return {
    oldId: text(row.id),
    name: text(row.name).trim() || null,
    description: text(row.description) || null,
    password: hash === '' ? null : { hash },
    maxViews: security.maxViews == null ? maxCount : Math.max(1, count(security.maxViews)),
    validityMs: validity(createdAt, endOf(row)),
    createdAt,
    files,
  };
}

const endOf = (row: Row): Date => {
  const end = moment(row.expiration);
  return end.getTime() === 0 ? never : end;
};

const publicationOf = (row: Row, { createdAt }: { createdAt: Date }, enabled: boolean) =>
  ({
    linkId: text(row.id),
    enabled,
    views: count(row.views),
    publishedAt: createdAt,
    publishUntil: endOf(row),
    lastAccessAt: null,
  }) satisfies SourceShare['publication'];

function* wholeFiles({ db, folder }: Pingvin, shareId: string): Generator<Item, SourceFile[]> {
  const files: SourceFile[] = [];
  for (const row of db.all('SELECT * FROM File WHERE shareId = ? ORDER BY createdAt, id', [shareId])) {
    const oldId = text(row.id);
    const name = text(row.name) || oldId;
    const sizeBytes = Number(text(row.size));
    const place = placeOf(folder, shareId, oldId);
    const stored = place === null ? null : (fs.statSync(place, { throwIfNoEntry: false })?.size ?? null);
    const leave = (reason: Reason, words: string): Item => ({
      remark: { kind: 'file', oldId, name, reason, text: words },
    });
    if (place === null || stored === null)
      yield leave('bytesMissing', `none of its ${sizeBytes} bytes are there`);
    else if (stored !== sizeBytes) yield leave('sizeMismatch', `${stored} of ${sizeBytes} bytes are there`);
    else {
      const read = () => fs.createReadStream(place);
      files.push({ oldId, name, mimeType: null, sizeBytes, createdAt: moment(row.createdAt), read });
    }
  }
  return files;
}

/** Null for ids that would lead out of the folder. */
const placeOf = (folder: string, shareId: string, fileId: string): string | null =>
  [shareId, fileId].every((id) => /^[A-Za-z0-9_-]{1,80}$/.test(id))
    ? path.join(folder, shareId, fileId)
    : null;
