import 'server-only';
import type { OpenShare } from '@/lib/contract/share/open-share';
import { coverOf } from '@/lib/domain/file/photos';
import type { PlainDetail, ShareRow } from '@/lib/server/services/share/detail';
import { visibleSender } from './peek';

/**
 * Maps a share to its public view. Omits the private id and the alias, which is a right to upload, except that
 * of an album. The owner is named only if they want so.
 */
export function openDetail(detail: PlainDetail, row: ShareRow, linkId: string): OpenShare {
  const { publishInfo, album } = detail;
  const sender = visibleSender(row);
  return {
    id: linkId,
    name: detail.name,
    title: detail.title,
    firstFile: detail.firstFile,
    aliasId: null,
    aliasName: null,
    album: album?.enabled ? { ...album, enabled: true } : null,
    creator: sender?.name ?? null,
    sender,
    cover: coverOf(detail.files, detail.cover)?.id ?? null,
    unread: false,
    e2ee: detail.e2ee,
    validity: detail.validity,
    until: detail.until,
    link: null,
    maxViews: detail.maxViews,
    viewsLimited: detail.viewsLimited,
    maxDownloads: null,
    downloadsLimited: detail.downloadsLimited,
    password: detail.password,
    descriptionRaw: detail.descriptionRaw,
    description: detail.description,
    created: detail.created,
    expiresAt: detail.expiresAt,
    publishInfo: publishInfo && {
      id: publishInfo.id,
      enabled: publishInfo.enabled,
      views: publishInfo.views,
      publishDate: publishInfo.publishDate,
      publishUntil: publishInfo.publishUntil,
      expired: publishInfo.expired,
      lastAccess: null,
    },
    files: detail.files,
    ...(detail.total && {
      total: {
        files: detail.total.files,
        size: detail.total.size,
        pending: detail.total.pending,
        kinds: detail.total.kinds,
      },
    }),
  };
}
