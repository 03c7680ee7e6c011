import 'server-only';
import { mailAddress } from '@/lib/domain/mail-address';
import type { AliasContext } from '@/lib/server/context';

export type Receiver = { login: string; address: string; language: string | null };

/** Owner and members of the alias, as far as they may sign in and have an address that mail can go to. */
export async function receiversOf({ db, alias, log }: AliasContext): Promise<Receiver[]> {
  const accounts = await db.account.findMany({
    where: {
      state: 'Active',
      deletingAt: null,
      email: { not: null },
      OR: [{ id: alias.ownerId }, { memberships: { some: { aliasId: alias.id } } }],
    },
    select: { id: true, login: true, email: true, language: true },
    orderBy: { login: 'asc' },
  });
  return accounts.flatMap(({ id, login, email, language }) => {
    const address = mailAddress(email ?? '');
    if (address !== null) return { login, address, language };
    log.warn({ account: id }, 'no notice for an account whose e-mail address is none');
    return [];
  });
}
