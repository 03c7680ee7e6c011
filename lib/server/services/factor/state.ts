import 'server-only';
import type { FactorState } from '@/lib/contract/factor';
import type { Context, UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

/** False where the installation has switched second factors off. */
export async function hasFactor(
  { db, config }: Pick<Context, 'config'> & { db: Prisma.TransactionClient },
  accountId: string,
): Promise<boolean> {
  return config.SECOND_FACTOR !== 'off' && (await db.secondFactor.count({ where: { accountId } })) > 0;
}

export async function getFactor({ db, config, viewer }: UserContext): Promise<FactorState> {
  const { source, admin, secondFactor } = await db.account.findUniqueOrThrow({
    where: { id: viewer.id },
    include: { secondFactor: true },
  });
  const { SECOND_FACTOR: policy } = config;
  const available = source === 'intern' && policy !== 'off';
  return {
    available,
    required: available && (policy === 'all' || (policy === 'admins' && admin)),
    since: secondFactor?.createdAt.getTime() ?? null,
    recoveryLeft: secondFactor?.recoveryHashes.length ?? 0,
  };
}
