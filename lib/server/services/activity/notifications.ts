import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';

/** Null means the account's own setting; an undefined field stays as it is. */
type NotificationChanges = { [K in 'first' | 'every' | 'limit' | 'end']?: boolean | null | undefined };
const columns = { tellFirst: true, tellEvery: true, tellLimit: true, tellEnd: true } as const;

/** Only the owner gets mails about a share. @throws share.notFound for members and strangers alike */
export async function getShareNotifications({ db, viewer }: UserContext, { shareId }: { shareId: string }) {
  const share = await db.share.findFirst({
    where: { id: shareId, ownerId: viewer.id },
    select: { ...columns, owner: { select: columns } },
  });
  if (!share) throw new AppError('share.notFound');
  return { ...toWireNames(share), ofAll: toWireNames(share.owner) };
}

const toWireNames = <T>({ tellFirst, tellEvery, tellLimit, tellEnd }: Record<keyof typeof columns, T>) => ({
  first: tellFirst,
  every: tellEvery,
  limit: tellLimit,
  end: tellEnd,
});

/** @throws share.notFound for members and strangers alike */
export async function setShareNotifications(
  { db, viewer }: UserContext,
  { shareId, first, every, limit, end }: NotificationChanges & { shareId: string },
): Promise<void> {
  const changes = Object.entries({ tellFirst: first, tellEvery: every, tellLimit: limit, tellEnd: end });
  const data = Object.fromEntries(changes.filter(([, value]) => value !== undefined));
  const { count } = await db.share.updateMany({ where: { id: shareId, ownerId: viewer.id }, data });
  if (count === 0) throw new AppError('share.notFound');
}
