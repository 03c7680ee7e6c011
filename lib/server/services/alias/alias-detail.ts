import 'server-only';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import type { Prisma } from '@/lib/server/db/generated/client';

const person = { select: { id: true, login: true } } as const;

export const detailInclude = {
  owner: person,
  members: {
    where: { account: { deletingAt: null } },
    include: { account: person },
    orderBy: { account: { login: 'asc' } },
  },
} as const satisfies Prisma.AliasInclude;

type AliasRow = Prisma.AliasGetPayload<{ include: typeof detailInclude }>;

export const aliasDetail = (row: AliasRow): AliasDetail => ({
  id: row.id,
  name: row.name,
  validity: Number(row.validityMs),
  owner: row.owner.login,
  ownerId: row.owner.id,
  enabled: row.enabled,
  members: { items: row.members.map(({ account }) => account) },
  created: row.createdAt.getTime(),
});
