import 'server-only';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import type { Context } from '@/lib/server/context';
import type { Account } from '@/lib/server/db/generated/client';

export type Receiver = {
  id: string;
  login: string;
  address: string;
  language: string | null;
  timezone: string | null;
};

type ReceiverQuery = { ownerId: string; aliasId: string | null };

/**
 * Returns active accounts with a valid address: owner and members of the alias who want notices, or without an
 * alias the owner.
 */
export async function receiversOf(ctx: Context, { ownerId, aliasId }: ReceiverQuery): Promise<Receiver[]> {
  const accounts = await ctx.db.account.findMany({
    where: {
      state: 'Active',
      deletingAt: null,
      email: { not: null },
      OR:
        aliasId === null
          ? [{ id: ownerId }]
          : [
              { id: ownerId, aliases: { none: { id: aliasId, told: false } } },
              { memberships: { some: { aliasId, told: true } } },
            ],
    },
    select: { id: true, login: true, email: true, language: true, timezone: true },
    orderBy: { login: 'asc' },
  });
  return accounts.flatMap((account) => receiverOf(ctx, account) ?? []);
}

function receiverOf(
  { log }: Context,
  account: Pick<Account, 'id' | 'login' | 'email' | 'language' | 'timezone'>,
) {
  const { id, login, email, language, timezone } = account;
  const address = mailAddress(email ?? '');
  if (address !== null) return { id, login, address, language, timezone };
  log.warn({ account: id }, 'no notice for an account whose e-mail address is none');
  return null;
}
