import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';

type Wish = boolean | null | undefined;
type Wishes = { first?: Wish; every?: Wish; limit?: Wish; end?: Wish };
const columns = { tellFirst: true, tellEvery: true, tellLimit: true, tellEnd: true } as const;

/** The owner alone is told, so nobody else has a say. @throws share.notFound for members and strangers alike */
export async function getTold({ db, viewer }: UserContext, { shareId }: { shareId: string }) {
  const share = await db.share.findFirst({
    where: { id: shareId, ownerId: viewer.id },
    select: { ...columns, owner: { select: columns } },
  });
  if (!share) throw new AppError('share.notFound');
  return { ...namesOf(share), ofAll: namesOf(share.owner) };
}

const namesOf = <T>({ tellFirst, tellEvery, tellLimit, tellEnd }: Record<keyof typeof columns, T>) => ({
  first: tellFirst,
  every: tellEvery,
  limit: tellLimit,
  end: tellEnd,
});

/** Changes what is named and nothing else. @throws share.notFound for members and strangers alike */
export async function setTold(
  { db, viewer }: UserContext,
  { shareId, first, every, limit, end }: Wishes & { shareId: string },
): Promise<void> {
  const wishes = Object.entries({ tellFirst: first, tellEvery: every, tellLimit: limit, tellEnd: end });
  const data = Object.fromEntries(wishes.filter(([, wish]) => wish !== undefined));
  const { count } = await db.share.updateMany({ where: { id: shareId, ownerId: viewer.id }, data });
  if (count === 0) throw new AppError('share.notFound');
}
