import 'server-only';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { AppError } from '@/lib/contract/errors';
import type { ShareFile } from '@/lib/contract/share/file';
import { E2ee } from '@/lib/contract/share/sealed-shapes';
import type { OwnMarks } from '@/lib/contract/share/share-marks';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { unlimitedViews } from '@/lib/domain/publish';
import { writtenTitle } from '@/lib/domain/title';
import type { Context, UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { managedBy } from '@/lib/server/services/access/share';
import { markSeen } from '@/lib/server/services/delivery/marks';
import { type FileScope, listFiles } from '@/lib/server/services/file/folder';
import { firstFileName } from '@/lib/server/services/file/stored-file';
import { arrivedTotal, pendingFiles } from '@/lib/server/services/file/totals';
import { senderSelect } from '@/lib/server/services/profile/sender';
import { type DescriptionSource, mentionsFiles, renderDescription } from './description/description';
import { readMarks } from './marks';

export const detailInclude = {
  owner: { select: senderSelect },
  alias: { select: { id: true, name: true } },
  publication: true,
  albumOf: { select: { id: true, name: true, enabled: true }, take: 1 },
} as const satisfies Prisma.ShareInclude;

export type ShareRow = Prisma.ShareGetPayload<{ include: typeof detailInclude }>;

type DetailReader = {
  /** Null for people who manage the share. */
  linkId: string | null;
  /** Above this number the files are left out; undefined for no limit. */
  filesUpTo: number | undefined;
};
type DetailContext = Pick<DetailReader, 'linkId'> & { now: Date; baseUrl: string };

/** Omits what depends on the reader. */
export type PlainDetail = Omit<ShareDetail, keyof OwnMarks | 'blocked'>;

/** Files are left out if there are more than the reader takes at once. */
export async function readDetail(ctx: Context, row: ShareRow, reader: DetailReader): Promise<PlainDetail> {
  const of = { shareId: row.id, onlyArrived: reader.linkId !== null };
  const isLarge = row.fileCount > (reader.filesUpTo ?? Number.POSITIVE_INFINITY);
  // A description that uses file tags may name any file.
  const isTemplate = row.aliasId === null && mentionsFiles(row.description);
  const files = isLarge && !isTemplate ? [] : await listFiles(ctx.db, of);
  const detail = shareDetail(row, files, { ...reader, now: ctx.now, baseUrl: ctx.config.BASE_URL });
  if (!isLarge) return detail;
  const firstFile = detail.title === null ? await firstFileName(ctx.db, row.id, of) : null;
  return { ...detail, firstFile, files: [], total: await totalOf(ctx, row, of) };
}

/** Files of sealed shares have no names here. */
const firstNameOf = ({ e2ee }: ShareRow, [first]: ShareFile[]): string | null =>
  e2ee === null ? (first?.filename ?? null) : null;

async function totalOf({ db }: Context, row: ShareRow, { shareId, onlyArrived }: FileScope) {
  if (!onlyArrived) {
    const pending = await pendingFiles(db, shareId);
    const all = { files: row.fileCount, size: Number(row.sizeBytes), pending };
    if (row.publication?.enabled) return all;
    // Counts uploads: they are few, however many files the share has.
    return { ...all, incomplete: await db.upload.count({ where: { file: { shareId } } }) };
  }
  return arrivedTotal(db, shareId);
}

function shareDetail(row: ShareRow, files: ShareFile[], reading: DetailContext): PlainDetail {
  const { publication } = row;
  const { now } = reading;
  const published = publication && publication.version > 0 ? publication : null;
  const description = descriptionOf(row, files, reading);
  const title = writtenTitle({ name: row.name, description });
  return {
    id: row.id,
    name: row.name,
    title,
    firstFile: title === null ? firstNameOf(row, files) : null,
    aliasId: row.alias?.id ?? null,
    aliasName: row.alias?.name ?? null,
    album: albumIn(row),
    creator: row.owner.login,
    e2ee: E2ee.parse(row.e2ee),
    validity: Number(row.validityMs),
    until: row.linkEndsAt?.getTime() ?? null,
    link: publication?.isWords ? publication.linkId : null,
    maxViews: row.maxViews,
    viewsLimited: row.maxViews < unlimitedViews,
    maxDownloads: row.maxDownloads,
    downloadsLimited: row.maxDownloads !== null,
    password: row.passwordHash !== null,
    descriptionRaw: row.description,
    description,
    created: row.createdAt.getTime(),
    expiresAt: publication?.enabled ? publication.publishUntil.getTime() : null,
    publishInfo: published && {
      id: reading.linkId ?? published.linkId,
      enabled: published.enabled,
      views: published.views,
      downloads: published.downloads,
      publishDate: published.publishedAt.getTime(),
      publishUntil: published.publishUntil.getTime(),
      expired: published.publishUntil <= now,
      lastAccess: published.lastAccessAt?.getTime() ?? null,
    },
    cover: row.coverId,
    files,
  };
}

/** Senders don't know our tags, so their text stays as written. */
const descriptionOf = (row: ShareRow, files: ShareFile[], reading: DetailContext): string | null =>
  row.aliasId === null
    ? renderDescription(row.description, descriptionSource(row, files, reading))
    : row.description;

function albumIn({ albumOf: [alias] }: ShareRow): ShareDetail['album'] {
  return alias ? { alias: alias.id, name: alias.name, enabled: alias.enabled } : null;
}

/** For visitors the description uses the link id, never the private id. */
function descriptionSource(
  row: ShareRow,
  files: ShareFile[],
  { baseUrl, linkId }: DetailContext,
): DescriptionSource {
  const path = linkId === null ? bytePaths.ownFile : bytePaths.openFile;
  const id = linkId ?? row.id;
  return {
    key: id,
    openKey: linkId ?? row.publication?.linkId ?? null,
    files,
    urlOf: (fileId) => baseUrl + fillPath(path, { id, fileId }),
  };
}

type BlockRow = { blockedAt: Date | null; blockReason: string | null };

/** For the owner, who isn't told which admin it was. */
export const blockOf = ({ blockedAt, blockReason }: BlockRow) =>
  blockedAt && { at: blockedAt.getTime(), reason: blockReason ?? '' };

type ShareRequest = { shareId: string; filesUpTo?: number | undefined };

export async function getShare(ctx: UserContext, { shareId, filesUpTo }: ShareRequest): Promise<ShareDetail> {
  const row = await ctx.db.share.findFirst({
    where: { AND: [{ id: shareId }, managedBy(ctx.viewer)] },
    include: detailInclude,
  });
  if (!row) throw new AppError('share.notFound');
  if (row.aliasId) await markSeen(ctx, shareId);
  const [detail, marksOf] = await Promise.all([
    readDetail(ctx, row, { linkId: null, filesUpTo }),
    readMarks(ctx, [shareId]),
  ]);
  return { ...detail, ...marksOf(shareId), blocked: blockOf(row) };
}
