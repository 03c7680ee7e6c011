import 'server-only';
import { bytePaths, fillPath } from '@/lib/contract/bytes';
import type { ShareDetail, ShareFile } from '@/lib/contract/share';
import type { Prisma } from '@/lib/server/db/generated/client';
import { type DescriptionSource, renderDescription } from './description';

/** What a detail is made of; files in the order people expect. */
export const detailInclude = {
  owner: { select: { login: true } },
  alias: { select: { id: true, name: true } },
  publication: true,
  files: {
    include: { upload: { select: { offsetBytes: true } } },
    orderBy: [{ path: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  },
} as const satisfies Prisma.ShareInclude;

export type ShareRow = Prisma.ShareGetPayload<{ include: typeof detailInclude }>;

export type Reading = {
  now: Date;
  baseUrl: string;
  /** The link it is read by; null for those who manage the share. */
  linkId: string | null;
};

export function shareDetail(row: ShareRow, reading: Reading): ShareDetail {
  const { publication } = row;
  const { now, linkId } = reading;
  const files = row.files.map(shareFile).filter((file) => linkId === null || file.complete);
  return {
    id: row.id,
    name: row.name,
    aliasId: row.alias?.id ?? null,
    aliasName: row.alias?.name ?? null,
    creator: row.owner.login,
    validity: Number(row.validityMs),
    maxViews: row.maxViews,
    password: row.passwordHash !== null,
    descriptionRaw: row.description,
    description: renderDescription(row.description, sourceOf(row, files, reading)),
    created: row.createdAt.getTime(),
    expiresAt: publication?.enabled ? publication.publishUntil.getTime() : null,
    publishInfo: publication && {
      id: publication.linkId,
      enabled: publication.enabled,
      views: publication.views,
      publishDate: publication.publishedAt.getTime(),
      publishUntil: publication.publishUntil.getTime(),
      expired: publication.publishUntil <= now,
      lastAccess: publication.lastAccessAt?.getTime() ?? null,
    },
    files,
  };
}

/** A visitor's description speaks of the link alone: neither the private id nor an address with it stands in it. */
function sourceOf(row: ShareRow, files: ShareFile[], { baseUrl, linkId }: Reading): DescriptionSource {
  const path = linkId === null ? bytePaths.ownFile : bytePaths.openFile;
  const id = linkId ?? row.id;
  return {
    key: id,
    openKey: row.publication?.linkId ?? null,
    files,
    urlOf: (fileId) => baseUrl + fillPath(path, { id, fileId }),
  };
}

function shareFile(file: ShareRow['files'][number]): ShareFile {
  return {
    id: file.id,
    filename: file.name,
    path: file.path,
    size: Number(file.sizeBytes),
    storedSize: Number(file.upload?.offsetBytes ?? file.storedBytes),
    complete: file.state === 'complete',
    mimetype: file.mimeType,
    checksum: file.sha256 ?? '',
    crc32: file.crc32,
    created: file.createdAt.getTime(),
  };
}
