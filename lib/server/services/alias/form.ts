import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { InboxForm } from '@/lib/domain/inbox/inbox-form';
import { audit, redactedId } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { lockOwned, visibleTo } from './access';
import { formOf, rowOf } from './form-row';

/** For owner and members. Null: the alias takes files without a word. @throws alias.notFound */
export async function getForm(
  { db, viewer }: UserContext,
  { aliasId }: { aliasId: string },
): Promise<{ form: InboxForm | null }> {
  const where = { AND: [{ id: aliasId }, visibleTo(viewer)] };
  const alias = await db.alias.findFirst({ where, select: { form: true } });
  if (!alias) throw new AppError('alias.notFound');
  return { form: alias.form && formOf(alias.form) };
}

/** @throws alias.notFound, alias.notOwner */
export const saveForm = (
  ctx: UserContext,
  { aliasId, ...form }: InboxForm & { aliasId: string },
): Promise<void> =>
  change(ctx, aliasId, async (tx) => {
    const row = rowOf(form);
    await tx.aliasForm.upsert({ where: { aliasId }, create: { ...row, aliasId }, update: row });
  });

/** @throws alias.notFound, alias.notOwner */
export const removeForm = (ctx: UserContext, { aliasId }: { aliasId: string }): Promise<void> =>
  change(ctx, aliasId, async (tx) => {
    await tx.aliasForm.deleteMany({ where: { aliasId } });
  });

const change = (
  ctx: UserContext,
  aliasId: string,
  write: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<void> =>
  ctx.db.$transaction(async (tx) => {
    await lockOwned(tx, ctx.viewer, aliasId);
    await write(tx);
    const object = { type: 'alias', id: redactedId(aliasId) } as const;
    await audit(ctx, { event: 'alias.modify', object, details: { form: true } }, tx);
  });
