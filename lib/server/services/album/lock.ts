import 'server-only';
import { publishState } from '@/lib/domain/publish';
import type { InboxLock } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

export const albumSelect = {
  id: true,
  blockedAt: true,
  passwordHash: true,
  passwordVersion: true,
  onlyRecipients: true,
  maxViews: true,
  maxDownloads: true,
  publication: true,
} as const satisfies Prisma.ShareSelect;
type AlbumRow = Prisma.ShareGetPayload<{ select: typeof albumSelect }>;

const stateOf = (album: AlbumRow, now: Date) => publishState(album.publication, album, now);

export const isAlbumShut = (album: AlbumRow, now: Date): boolean =>
  album.blockedAt !== null || ['unpublished', 'expired'].includes(stateOf(album, now));

/**
 * Returns what senders to an album must prove, the same as visitors of its link; null for nothing. A null hash means
 * no password suffices, only a visit.
 */
export function albumLock(album: AlbumRow, now: Date): InboxLock | null {
  const { id: shareId, passwordHash, onlyRecipients, publication } = album;
  const isEntered = stateOf(album, now) === 'published' && !onlyRecipients;
  if (isEntered && passwordHash === null) return null;
  const version = albumVersion({ ...album, shareId, version: publication?.version ?? 0 });
  return { hash: isEntered ? passwordHash : null, version, shareId };
}

type AlbumVersion = { shareId: string; version: number; passwordVersion: number; onlyRecipients: boolean };

/** Identifies valid visits: it changes with everything that ends the visits of the link. */
export const albumVersion = ({ shareId, version, passwordVersion, onlyRecipients }: AlbumVersion): string =>
  JSON.stringify([shareId, version, passwordVersion, onlyRecipients]);
