import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { AliasPass, Context, UserContext, Viewer } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { managedBy } from '@/lib/server/services/share/access';

/** Which shares somebody may upload into. Every upload service is given one; each door makes its own. */
export type Uploadable = Prisma.ShareWhereInput;

/** The rule for people who are signed in: the shares they manage. */
export const uploadableBy = (viewer: Viewer): Uploadable => managedBy(viewer);

/** The rule for whoever knows an alias: the shares that came through this very one. */
export const uploadableThrough = (alias: AliasPass): Uploadable => ({ aliasId: alias.id });

/** @throws share.notFound for a share that is somebody else's and a missing one alike */
export async function checkUploadable(ctx: Context, may: Uploadable, shareId: string): Promise<void> {
  const share = await ctx.db.share.findFirst({
    where: { AND: [{ id: shareId }, may] },
    select: { id: true },
  });
  if (!share) throw new AppError('share.notFound');
}

/** @throws auth.required when the caller's account was switched off or deleted since the request began */
export async function checkActive({ db, viewer }: UserContext): Promise<void> {
  const where = { id: viewer.id, state: 'Active', deletingAt: null } as const;
  if ((await db.account.count({ where })) === 0) throw new AppError('auth.required');
}
