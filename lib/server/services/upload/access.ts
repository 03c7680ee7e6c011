import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { AliasPass, UserContext, Viewer } from '@/lib/server/context';
import { rowsOf } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy } from '@/lib/server/services/share/access';

/** Which shares `s` somebody may upload into. Every upload service is given one; each door makes its own. */
export type Uploadable = Prisma.Sql;

/** The rule for people who are signed in: the shares they manage. */
export const uploadableBy = (viewer: Viewer): Uploadable => isManagedBy(viewer);

/** The rule for whoever knows an alias: the shares that came through this very one. */
export const uploadableThrough = (alias: AliasPass): Uploadable => Prisma.sql`s."aliasId" = ${alias.id}`;

/** @throws share.notFound for a share that is somebody else's and a missing one alike */
export async function checkUploadable(
  db: Prisma.TransactionClient,
  may: Uploadable,
  shareId: string,
): Promise<void> {
  const found = await rowsOf(db, Prisma.sql`SELECT 1 FROM "Share" s WHERE s."id" = ${shareId} AND ${may}`);
  if (found.length === 0) throw new AppError('share.notFound');
}

/** @throws auth.required when the caller's account was switched off or deleted since the request began */
export async function checkActive({ db, viewer }: UserContext): Promise<void> {
  const where = { id: viewer.id, state: 'Active', deletingAt: null } as const;
  if ((await db.account.count({ where })) === 0) throw new AppError('auth.required');
}
