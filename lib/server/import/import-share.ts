import 'server-only';
import { isIdent } from '@/lib/domain/ident';
import { cleanName } from '@/lib/domain/pasted/plain-text';
import { hashPassword } from '@/lib/server/auth/password';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import {
  type ImportedFile,
  importFiles,
  importLateFiles,
  insertFiles,
  reportImportedFiles,
} from './import-files';
import { findImported, type ImportRun, recordImported, shareMark } from './import-run';
import { isMoment } from './moments';
import { isUsableId } from './names';
import type { SkipNote, SourceShare } from './source';

/** Names that our own URLs use right after the host. Other products allow them as link ids. */
const reservedSegments = new Set([
  'app',
  'api',
  'pdf',
  '_next',
  'healthz',
  'readyz',
  'metrics',
  'favicon.ico',
]);

export async function importShare(run: ImportRun, share: SourceShare): Promise<void> {
  const { ctx, report, isDryRun } = run;
  const { oldId, files } = share;
  const before = await findImported(run, 'share', oldId);
  if (before) {
    report.earlier.shares++;
    reportNewLink(run, share, before.linkId);
    return importLateFiles(run, share, before);
  }
  const skipNote = await skipNoteFor(run, share);
  if (skipNote) return report.add({ kind: 'share', oldId, name: share.name ?? null, ...skipNote });
  const imported = await importFiles(run, files);
  if (files.length > 0 && imported.length === 0)
    return report.add({
      kind: 'share',
      oldId,
      reason: 'bytesMissing',
      text: 'none of its files could be imported',
    });
  const linkId = share.publication && (await chooseLinkId(run, share.publication.linkId));
  reportNewLink(run, share, linkId);
  const inboxId = await chooseInbox(run, share);
  if (!isDryRun) {
    const row = await shareRow(run, share, inboxId);
    await ctx.db.$transaction((tx) => insertShare(run, tx, { share, row, linkId, imported }));
  }
  report.imported.shares++;
  reportImportedFiles(run, imported);
}

/** Skips own shares that would be deleted at once, and all those of accounts that were deleted here. */
async function skipNoteFor(
  { ctx, accounts, includesExpired }: ImportRun,
  { ownerId, publication, aliasId }: SourceShare,
): Promise<SkipNote | null> {
  const end = publication?.publishUntil;
  if (end && !isMoment(end)) return { reason: 'metadataUnreadable', text: 'its end can’t be read' };
  const mayExpire = !includesExpired && aliasId === null;
  if (end && mayExpire && end.getTime() + ctx.config.CLEANUP_GRACE < ctx.now.getTime())
    return { reason: 'expired', text: `it expired on ${end.toISOString()}. --all brings it all the same` };
  const owner = accounts.get(ownerId ?? '');
  if (owner === null) return { reason: 'ownerRemoved', text: 'its account isn’t here' };
  return null;
}

async function chooseLinkId({ ctx }: ImportRun, oldLinkId: string): Promise<string> {
  const isFree =
    isUsableId(oldLinkId) &&
    !reservedSegments.has(oldLinkId) &&
    (await ctx.db.usedLinkId.count({ where: { key: oldLinkId.toLowerCase() } })) === 0;
  return isFree ? oldLinkId : ctx.newId();
}

function reportNewLink(
  { report }: ImportRun,
  { oldId, publication }: SourceShare,
  linkId: string | null,
): void {
  if (!publication || linkId === null || publication.linkId === linkId) return;
  const oldLinkId = publication.linkId;
  const reserved = reservedSegments.has(oldLinkId)
    ? 'its address is one of Slipway’s'
    : 'its ID is taken here';
  const why = isUsableId(oldLinkId) ? reserved : 'its ID can’t be part of a link here';
  report.add({ kind: 'share', oldId, text: `${why}. It is now at /app/open/${linkId}` });
}

const ownerOf = ({ accounts, fallbackOwnerId }: ImportRun, { ownerId }: SourceShare): string | null =>
  accounts.get(ownerId ?? '') ?? fallbackOwnerId;

/** An earlier run may have brought the inbox, which was sealed or handed over here since. */
async function chooseInbox(run: ImportRun, share: SourceShare): Promise<string | null> {
  const { ctx, aliases, report } = run;
  const id = aliases.get(share.aliasId ?? '');
  if (id === undefined) return null;
  const here = await ctx.db.alias.findUnique({ where: { id }, include: { seal: true } });
  const isOthers = here !== null && here.ownerId !== ownerOf(run, share);
  if (!isOthers && !here?.seal?.enabled) return id;
  const why = isOthers ? 'belongs to another account here' : 'takes sealed files alone here';
  const { oldId, name = null } = share;
  report.add({ kind: 'share', oldId, name, text: `its inbox ${why}. It comes without the inbox` });
  return null;
}

async function shareRow(run: ImportRun, share: SourceShare, aliasId: string | null) {
  const { ctx } = run;
  const { oldId, password, createdAt, name = null, description, validityMs, maxViews } = share;
  const ownerId = ownerOf(run, share);
  if (ownerId === null) throw new Error('a share without an owner');
  const hash = password && ('hash' in password ? password.hash : await hashPassword(password.text));
  const columns = {
    ownerId,
    name: cleanName(name ?? '') || null,
    description,
    validityMs,
    maxViews,
    createdAt,
    passwordHash: hash,
    aliasId,
  };
  const isFree =
    share.keepsId && isIdent(oldId) && (await ctx.db.share.count({ where: { id: oldId } })) === 0;
  // `notifiedAt` prevents mails about old deliveries.
  return { id: isFree ? oldId : ctx.newId(), ...columns, notifiedAt: aliasId && createdAt };
}

type ImportedShare = {
  share: SourceShare;
  row: Awaited<ReturnType<typeof shareRow>>;
  linkId: string | null;
  imported: ImportedFile[];
};

async function insertShare(
  run: ImportRun,
  tx: Prisma.TransactionClient,
  { share, row, linkId, imported }: ImportedShare,
) {
  const { oldId, publication } = share;
  await tx.share.create({ data: row });
  if (share.aliasId !== null && row.aliasId === null) await tx.delivery.create({ data: { shareId: row.id } });
  if (publication && linkId !== null) await insertLink(run, tx, { ...publication, shareId: row.id, linkId });
  await insertFiles(run, tx, { shareId: row.id, linkId, imported });
  const mark = await shareMark(tx, row.id);
  await recordImported(run, tx, [{ kind: 'share', oldId, newId: row.id, linkId, mark }]);
}

async function insertLink(
  { ctx }: ImportRun,
  tx: Prisma.TransactionClient,
  link: Prisma.PublicationUncheckedCreateInput,
): Promise<void> {
  const { shareId, enabled, publishUntil } = await tx.publication.create({ data: link });
  const payload = enabled ? { until: publishUntil.toISOString() } : null;
  await record(ctx, { event: 'share.import', shareId, payload }, tx);
}
