import 'server-only';
import { publishState } from '@/lib/domain/publish';
import type { InboxLock } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

export const albumSelect = {
  id: true,
  passwordHash: true,
  passwordVersion: true,
  onlyRecipients: true,
  maxViews: true,
  maxDownloads: true,
  publication: true,
} as const satisfies Prisma.ShareSelect;
type AlbumRow = Prisma.ShareGetPayload<{ select: typeof albumSelect }>;

const stateOf = (album: AlbumRow, now: Date) => publishState(album.publication, album, now);

/** True when the album has no live link: then nobody adds to it. */
export const isAlbumShut = (album: AlbumRow, now: Date): boolean =>
  ['unpublished', 'expired'].includes(stateOf(album, now));

/**
 * What senders prove who add to an album: what visitors of its link do. Null: nothing. Without a hash no password is
 * enough, only a visit.
 */
export function albumLock(album: AlbumRow, now: Date): InboxLock | null {
  const { id: shareId, passwordHash, onlyRecipients, publication } = album;
  const isEntered = stateOf(album, now) === 'published' && !onlyRecipients;
  if (isEntered && passwordHash === null) return null;
  const version = albumVersion({ ...album, shareId, version: publication?.version ?? 0 });
  return { hash: isEntered ? passwordHash : null, version, shareId };
}

type Version = { shareId: string; version: number; passwordVersion: number; onlyRecipients: boolean };

/** Changes with whatever ends the visits of its link. */
export const albumVersion = ({ shareId, version, passwordVersion, onlyRecipients }: Version): string =>
  JSON.stringify([shareId, version, passwordVersion, onlyRecipients]);
