import 'server-only';
import type { OtherAccess } from '@/lib/contract/settings';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { registeredFeatures } from '@/lib/server/registered-features';

/** All that an account has let in or told of itself, beside its password and sessions; oldest first. */
export async function otherAccessOf(
  db: Prisma.TransactionClient,
  { accountId, now }: { accountId: string; now: Date },
): Promise<OtherAccess[]> {
  const orderBy = { createdAt: 'asc' } as const;
  const passkeys = await db.passkey.findMany({ where: { accountId }, orderBy });
  const members = await db.aliasMember.findMany({
    where: { alias: { ownerId: accountId } },
    include: { account: { select: { login: true } }, alias: { select: { name: true } } },
    orderBy,
  });
  const others: OtherAccess[] = [];
  for (const { access } of registeredFeatures())
    for (const each of (await access?.list(db, { accountId, now })) ?? [])
      others.push({ ...each, inbox: null });
  const item = (
    kind: OtherAccess['kind'],
    { id, createdAt }: { id: string; createdAt: Date | null },
    name: string,
    inbox: OtherAccess['inbox'] = null,
  ): OtherAccess => ({ kind, id, name, inbox, created: createdAt?.getTime() ?? null });
  return [
    ...passkeys.map((row) => item('passkey', row, row.name)),
    ...members.map(({ account, alias, createdAt, accountId: id, aliasId }) =>
      item('member', { id, createdAt }, account.login, { id: aliasId, name: alias.name }),
    ),
    ...others,
  ];
}

export const listOtherAccess = async ({ db, viewer, now }: UserContext) => ({
  items: await otherAccessOf(db, { accountId: viewer.id, now }),
});
