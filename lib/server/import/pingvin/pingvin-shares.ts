import 'server-only';
import { maxCount } from '@/lib/domain/limits';
import { type Item, never, type Reason, type SourceFile, type SourceShare, validity } from '../source';
import { count, type Row, text } from '../sqlite';
import { moment, type Pingvin } from './installation';
import { storeOf, wholeFiles } from './pingvin-files';
import { reverseShareOf } from './pingvin-reverse-shares';

const select = 'SELECT * FROM File WHERE shareId = ? ORDER BY createdAt, id';

/** A share with its whole files, or why it stays behind. */
export async function* readShare(pingvin: Pingvin, row: Row): AsyncGenerator<Item> {
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
  const store = await storeOf(pingvin, row);
  if ('problem' in store) return yield say(`its bytes are in S3: ${store.problem}`, 'bytesInS3WithoutAccess');
  const security = securityOf(pingvin, oldId);
  const isRestricted = count(security.restrictToRecipients) === 1 || count(reverse?.publicAccess ?? 1) === 0;
  if (isRestricted) yield say('was only for named people, which Slipway can’t do. It comes disabled');
  if (!isFinished) yield say('was never finished. It comes unpublished');
  const { files, remarks } = wholeFiles(pingvin.db.all(select, [oldId]), store);
  for (const remark of remarks) yield { remark };
  const aliasId = text(reverse?.token) || null;
  const share = shareOf(row, { security, files });
  const publication = isFinished ? publicationOf(row, share, !isRestricted) : null;
  yield { share: { ...share, ownerId, aliasId, publication } };
}

function whyLeft(row: Row, hasPlace: boolean): { text: string; reason: Reason } | null {
  if (row.removedReason !== null)
    return { reason: 'removed', text: `removed there: ${text(row.removedReason)}` };
  return hasPlace ? null : { reason: 'unfinished', text: 'was never finished and belongs to nobody' };
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
