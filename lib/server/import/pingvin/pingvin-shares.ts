import {
  neverExpires,
  type SkipNote,
  type SkipReason,
  type SourceFile,
  type SourceItem,
  type SourceShare,
  validityBetween,
} from '../source';
import { asNumber, asText, type SourceRow } from '../sqlite';
import 'server-only';
import { maxCount } from '@/lib/domain/limits';
import { beginningOfTime, readMoment, readMomentOr } from '../moments';
import type { PingvinInstallation } from './installation';
import { completeFiles, storeOf } from './pingvin-files';

const select = 'SELECT * FROM File WHERE shareId = ? ORDER BY createdAt, id';

export async function* readShare(pingvin: PingvinInstallation, row: SourceRow): AsyncGenerator<SourceItem> {
  const oldId = asText(row.id);
  const name = asText(row.name) || null;
  const say = (words: string, reason?: SkipReason): SourceItem => ({
    remark: { kind: 'share', oldId, name, text: words, ...(reason && { reason }) },
  });
  const reverse = reverseShareOf(pingvin, row);
  const isFinished = asNumber(row.uploadLocked) === 1;
  const ownerId = asText(reverse?.creatorId) || asText(row.creatorId) || null;
  const skipNote = skipNoteFor(row, isFinished || ownerId !== null);
  if (skipNote) return yield say(skipNote.text, skipNote.reason);
  const store = await storeOf(pingvin, row);
  if ('problem' in store) return yield say(`its bytes are in S3: ${store.problem}`, 'bytesInS3WithoutAccess');
  const security = securityOf(pingvin, oldId);
  const isRestricted =
    asNumber(security.restrictToRecipients) === 1 || asNumber(reverse?.publicAccess ?? 1) === 0;
  if (isRestricted) yield say('was only for named people, which Slipway can’t do. It comes disabled');
  if (!isFinished) yield say('was never finished. It comes unpublished');
  const { files, remarks } = completeFiles(pingvin.db.all(select, [oldId]), store);
  for (const remark of remarks) yield { remark };
  const aliasId = asText(reverse?.token) || null;
  const share = shareOf(row, { security, files });
  const publication = isFinished ? publicationOf(row, share, !isRestricted) : null;
  yield { share: { ...share, ownerId, aliasId, publication } };
}

function skipNoteFor(row: SourceRow, hasPlace: boolean): SkipNote | null {
  if (row.removedReason !== null)
    return { reason: 'removed', text: `removed there: ${asText(row.removedReason)}` };
  return hasPlace ? null : { reason: 'unfinished', text: 'was never finished and belongs to nobody' };
}

const securityOf = ({ db }: PingvinInstallation, shareId: string): SourceRow =>
  db.all('SELECT * FROM ShareSecurity WHERE shareId = ?', [shareId])[0] ?? {};

function shareOf(row: SourceRow, { security, files }: { security: SourceRow; files: SourceFile[] }) {
  const createdAt = readMomentOr(beginningOfTime, row.createdAt);
  const hash = asText(security.password);
  return {
    oldId: asText(row.id),
    name: asText(row.name).trim() || null,
    description: asText(row.description) || null,
    password: hash === '' ? null : { hash },
    maxViews: security.maxViews == null ? maxCount : Math.max(1, asNumber(security.maxViews)),
    validityMs: validityBetween(createdAt, endOf(row)),
    createdAt,
    files,
  };
}

const endOf = (row: SourceRow): Date => {
  const end = readMoment(row.expiration);
  return end === null || end.getTime() === 0 ? neverExpires : end;
};

const publicationOf = (row: SourceRow, { createdAt }: { createdAt: Date }, enabled: boolean) =>
  ({
    linkId: asText(row.id),
    enabled,
    views: asNumber(row.views),
    publishedAt: createdAt,
    publishUntil: endOf(row),
    lastAccessAt: null,
  }) satisfies SourceShare['publication'];

const dayMs = 86_400_000;

/** Converts reverse shares to inboxes, which have no end and no limit of uses. */
export function* readReverseShares({ db, now }: PingvinInstallation): Generator<SourceItem> {
  for (const row of db.all('SELECT * FROM ReverseShare ORDER BY createdAt, id')) {
    const createdAt = readMomentOr(beginningOfTime, row.createdAt);
    const ends = readMomentOr(beginningOfTime, row.shareExpiration);
    const uses = asNumber(row.remainingUses);
    const oldId = asText(row.token);
    const name = `Reverse share of ${createdAt.toISOString().slice(0, 10)}`;
    yield {
      alias: {
        oldId,
        ownerId: asText(row.creatorId),
        name,
        enabled: ends > now && uses > 0,
        validityMs: Math.max(dayMs, ends.getTime() - now.getTime()),
        createdAt,
      },
    };
    const lost = `its end (${ends.toISOString()}), its limit of ${asText(row.maxShareSize)} bytes, its ${uses} uses left`;
    yield { remark: { kind: 'alias', oldId, name, text: `not kept: ${lost}` } };
  }
}

const reverseShareOf = ({ db }: PingvinInstallation, share: SourceRow): SourceRow | undefined =>
  db.all('SELECT * FROM ReverseShare WHERE id = ?', [asText(share.reverseShareId)])[0];
